import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aProduct } from '../../test-setup/shop-server'
import { renderUi } from '../../test-setup/render-ui'
import { StaffOrderLines } from './StaffOrderLines'

test('a line shows the pieces that are left and how many the store took out', () => {
  const line = { product: aProduct(), nb_ordered: 3, unit_price: 4, line_total: 8 }
  renderUi(<StaffOrderLines lines={[{ ...line, removed: 1 }]} />)
  expect(screen.getByRole('listitem').textContent).toContain('2 ×')
  expect(screen.getByText('Not available: 1 of 3')).toBeTruthy()
})

test('a line that nothing was taken from says nothing of it', () => {
  renderUi(
    <StaffOrderLines
      lines={[{ product: aProduct(), nb_ordered: 3, unit_price: 4, line_total: 12 }]}
    />,
  )
  expect(screen.getByRole('listitem').textContent).toContain('3 ×')
  expect(screen.queryByText(/not available/i)).toBeNull()
})
