import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '../test-setup/render-ui'
import { BareLayout } from './BareLayout'

test('a screen that a mail opens says whose it is, leads home and speaks both languages', () => {
  renderUi(
    <BareLayout>
      <h1>Reset password</h1>
    </BareLayout>,
  )
  expect(screen.getByRole('banner').querySelector('a')?.getAttribute('href')).toBe('/')
  expect(screen.getByRole('button', { name: 'العربية' })).toBeTruthy()
  expect(screen.getByRole('main').textContent).toBe('Reset password')
})
