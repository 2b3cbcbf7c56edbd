import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '../test-setup/render-ui'
import { Alert } from './Alert'

test('an error interrupts, other news wait for a pause', () => {
  renderUi(
    <>
      <Alert tone="error">Declined</Alert>
      <Alert tone="success" title="Welcome!" />
    </>,
  )
  const alerts = screen.getAllByRole('alert').map((alert) => alert.textContent)
  expect(alerts).toContain('Declined')
  expect(alerts).not.toContain('Welcome!')
  expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain('Welcome!')
})

test('a dismissible alert has a button for it', async () => {
  const dismiss = vi.fn()
  const { user } = renderUi(
    <Alert tone="info" onDismiss={dismiss}>
      News
    </Alert>,
  )
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(dismiss).toHaveBeenCalledOnce()
})
