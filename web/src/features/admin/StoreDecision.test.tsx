import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/errors'
import { renderUi } from '../../test-setup/render-ui'
import { aStore } from '../../test-setup/store-server'
import type { Decision } from './api'
import { StoreDecision } from './StoreDecision'

test('a store is approved by the typed licence number, and a refused number says why until it changes', async () => {
  const decide = vi.fn<(decision: Decision) => Promise<void>>()
  decide.mockRejectedValueOnce(new ApiError(400, 'validation', { licence_no: 'licence_no_blank' }))
  decide.mockResolvedValueOnce()
  const { user } = renderUi(<StoreDecision store={aStore({ status: 'pending' })} decide={decide} />)
  const approve = screen.getByRole('button', { name: 'Approve: Cedar Pharmacy' })
  await user.click(approve)
  expect(decide).toHaveBeenLastCalledWith({ status: 'approved', reason: '' })
  const field = screen.getByRole('textbox', { name: /Licence number/ })
  await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Licence number cannot be blank')).toBeTruthy()

  await user.type(field, ' L-77 ')
  expect(screen.queryByText('Licence number cannot be blank')).toBeNull()
  await user.click(approve)
  expect(decide).toHaveBeenLastCalledWith({ status: 'approved', reason: '', licence: 'L-77' })
})
