import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import type { StoreOrder } from './api'
import { PrintSheet } from './PrintSheet'

const order: StoreOrder = {
  _id: 'f',
  number: '123456789',
  status: 'preparing',
  next: [],
  date: '2026-11-16T10:00:00Z',
  products: [],
  subtotal: 10,
  deliveryFee: 2,
  total: 12,
  rate: 89_500,
  totalLbp: 1_074_000,
  cash: { pay_with: 'usd', hands_usd: 100 },
  change: {
    usd: 88,
    lbp: 0,
    short: false,
    notes: [
      { currency: 'usd', note: 50, count: 1 },
      { currency: 'usd', note: 20, count: 1 },
    ],
  },
  address: {
    first_name: 'Layla',
    last_name: 'Haddad',
    phone_nb: '03123456',
    state: 'Beirut',
    city: 'Beirut',
    street: 'Hamra',
    building: 'Noor',
    floor: 3,
    extra_info: '',
  },
  payment: { method: 'cash' },
  note: '',
  staff_note: '',
  history: [],
  version: 1,
}

const seller = { name: 'Dawa', arabicName: '', legalName: '', taxNo: '', address: '', phone: '' }

test.each(['label', 'roll'] as const)('the %s says what to collect and to carry', (paper) => {
  renderUi(<PrintSheet paper={paper} order={order} seller={seller} />)
  expect(screen.getByText('$12.00')).toBeTruthy()
  expect(screen.getByText('1,074,000')).toBeTruthy()
  expect(screen.getByText('Dollars')).toBeTruthy()
  expect(screen.getByText('$100.00')).toBeTruthy()
  expect(screen.getByText('$88.00')).toBeTruthy()
  expect(screen.getByText('1 × $50')).toBeTruthy()
})

test('the invoice names the rate and the total in pounds', () => {
  renderUi(<PrintSheet paper="invoice" order={order} seller={seller} />)
  expect(screen.getByText('1,074,000')).toBeTruthy()
  expect(screen.getByText('89,500')).toBeTruthy()
})

test('an order that is paid already asks for no cash', () => {
  const { cash: _, change: __, ...paid } = order
  renderUi(
    <PrintSheet
      paper="label"
      order={{ ...paid, payment: { method: 'card', last4: '4242' } }}
      seller={seller}
    />,
  )
  expect(screen.queryByText('1,074,000')).toBeNull()
})

test('the invoice names the day of Lebanon, which begins before that of London', () => {
  const late = { ...order, date: '2026-11-15T22:30:00Z' }
  renderUi(<PrintSheet paper="invoice" order={late} seller={seller} />)
  expect(screen.getByText('2026-11-16')).toBeTruthy()
})
