import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/errors'
import { QueryClientProvider } from '../../lib/query/QueryClientProvider'
import { QueryClient } from '../../lib/query/query-client'
import { anOrder } from '../../test-setup/checkout-server'
import { renderUi } from '../../test-setup/render-ui'
import type { StoreOrder } from './api'
import { type ChangeOrder, OrderChanges } from './OrderChanges'

const line = (id: string, name: string, pieces: number) => ({
  product: { id, english_name: name, arabic_name: name, images: [], code: id },
  nb_ordered: pieces,
  unit_price: 5,
})

const order = {
  ...anOrder(),
  _id: 'o1-1',
  status: 'confirmed',
  editable: true,
  deliveryFee: 2,
  products: [line('a', 'Balm', 3), line('b', 'Syrup', 1)],
} as unknown as StoreOrder

function open(change: Partial<ChangeOrder>, shown: StoreOrder = order) {
  const none = () => Promise.reject(new Error('not asked for'))
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <OrderChanges
        order={shown}
        change={{ reduce: none, lowerFee: none, replaceAddress: none, ...change }}
      />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

const dialog = async () => within(await screen.findByRole('dialog'))

test('fewer pieces are sent with whether the rest is gone', async () => {
  const reduce = vi.fn<ChangeOrder['reduce']>(() => Promise.resolve())
  const user = open({ reduce })
  await user.click(screen.getByRole('button', { name: 'Something is missing' }))
  const form = await dialog()
  const send = form.getByRole<HTMLButtonElement>('button', { name: 'Ask the customer' })
  expect(send.disabled).toBe(true)
  await user.selectOptions(form.getByLabelText('Pieces of Balm'), '1')
  await user.click(form.getByRole('checkbox'))
  await user.click(send)
  expect(reduce.mock.calls[0]?.[0]).toEqual({ lines: [{ product: 'a', pieces: 1 }], gone: false })
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a line is unavailable with zero pieces; an order without any line is refused', async () => {
  const reduce = vi.fn<ChangeOrder['reduce']>(() => Promise.resolve())
  const user = open({ reduce })
  await user.click(screen.getByRole('button', { name: 'Something is missing' }))
  const form = await dialog()
  const send = form.getByRole<HTMLButtonElement>('button', { name: 'Ask the customer' })
  await user.selectOptions(form.getByLabelText('Pieces of Syrup'), '0')
  expect(send.disabled).toBe(false)
  await user.selectOptions(form.getByLabelText('Pieces of Balm'), '0')
  expect(send.disabled).toBe(true)
  expect(form.getByText('Nothing would be left. Cancel the order instead')).toBeTruthy()
  await user.selectOptions(form.getByLabelText('Pieces of Balm'), '3')
  await user.click(send)
  expect(reduce.mock.calls[0]?.[0]).toEqual({ lines: [{ product: 'b', pieces: 0 }], gone: true })
})

test('the fee can only go down, and Arabic digits count', async () => {
  const lowerFee = vi.fn<ChangeOrder['lowerFee']>(() => Promise.resolve())
  const user = open({ lowerFee })
  await user.click(screen.getByRole('button', { name: 'Lower the fee' }))
  const form = await dialog()
  const fee = form.getByLabelText('Delivery fee in dollars, below $2.00')
  const save = form.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  for (const refused of ['2', '3', '-1', 'free']) {
    await user.clear(fee)
    await user.type(fee, refused)
    expect(save.disabled).toBe(true)
  }
  await user.clear(fee)
  expect(save.disabled).toBe(true)
  await user.type(fee, '١.٥')
  await user.click(save)
  expect(lowerFee.mock.calls[0]?.[0]).toBe(1.5)
})

test('an address outside the zone is refused beside the city, and what was typed stays', async () => {
  const replaceAddress = vi.fn(() =>
    Promise.reject(new ApiError(400, 'invalid_fields', { city: 'city_zone' })),
  )
  const user = open({ replaceAddress })
  await user.click(screen.getByRole('button', { name: 'Replace the address' }))
  const form = await dialog()
  const street = form.getByRole<HTMLInputElement>('textbox', { name: /Street/ })
  await user.clear(street)
  await user.type(street, 'Bliss 7')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('City and governorate must stay as they are')).toBeTruthy()
  expect(street.value).toBe('Bliss 7')
  expect(replaceAddress).toHaveBeenCalledTimes(1)
})

test('an order that left the store offers no change; one without a fee none of the fee', () => {
  open({}, { ...order, editable: false })
  expect(screen.queryByRole('button')).toBeNull()
  open({}, { ...order, deliveryFee: 0 })
  expect(screen.queryByRole('button', { name: 'Lower the fee' })).toBeNull()
})
