import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { AskLine } from './AskLine'

const hours = [1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '08:00', to: '20:00' }))

test('AskLine offers the form, a call and a chat, with the opening hours', () => {
  const pharmacist = { phone: '+9611234567', whatsapp: '+96170123456', opening_hours: hours }
  const { container } = renderUi(<AskLine pharmacist={pharmacist} />)
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/contact', 'tel:+9611234567', 'https://wa.me/96170123456'])
  expect(container.textContent).toContain('08:00–20:00')
})

test('AskLine leaves the hours out where a store tells its own', () => {
  const { container } = renderUi(
    <AskLine pharmacist={{ opening_hours: hours }} about="Panadol" withHours={false} />,
  )
  expect(screen.getByRole('link').getAttribute('href')).toBe('/contact?about=Panadol')
  expect(container.textContent).not.toContain('08:00')
})
