import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/errors'
import { renderUi } from '../../test-setup/render-ui'
import { OrderPlaceholder } from './OrderPlaceholder'

const waiting = { error: null, isError: false, isFetching: true, refetch: vi.fn() }

test('an order on its way says that it is loading', () => {
  renderUi(<OrderPlaceholder query={waiting} />)
  expect(screen.getByText('Loading…').getAttribute('role')).toBe('status')
})

test('an order that does not exist is not asked for again', () => {
  const error = new ApiError(404, 'order_not_found')
  renderUi(<OrderPlaceholder query={{ ...waiting, error, isError: true, isFetching: false }} />)
  expect(screen.getByText('Order not found')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('an order that failed to load can be asked for again', async () => {
  const refetch = vi.fn()
  const error = new ApiError(500, 'internal')
  const { user } = renderUi(
    <OrderPlaceholder query={{ error, isError: true, isFetching: false, refetch }} />,
  )
  expect(screen.getByRole('alert').textContent).toContain('The order could not be loaded')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})
