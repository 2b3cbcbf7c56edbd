import { http, HttpResponse } from 'msw'
import type { components } from '../generated/api'
import { aProduct, aUser, status } from './shop-server'

type Schemas = components['schemas']

/** One line of two packs. */
export function aCheckoutLine(some: Partial<Schemas['CartLine']> = {}): Schemas['CartLine'] {
  return {
    product: aProduct(),
    quantity: 2,
    unit_price: 4,
    line_total: 8,
    max_quantity: 5,
    available: true,
    ...some,
  }
}

/** A cart of these lines, with a fee of two dollars. */
export function aCheckoutCart(...lines: Schemas['CartLine'][]): Schemas['Cart'] {
  const subtotal = lines.reduce((sum, line) => sum + line.line_total, 0)
  const fee = lines.length === 0 ? 0 : 2
  return {
    success: true,
    cart: lines,
    totalPrice: subtotal,
    deliveryFee: fee,
    total: subtotal + fee,
    shared_ingredients: [],
  }
}

/** A placed order of that cart. */
export function anOrder(some: Partial<Schemas['Order']> = {}): Schemas['Order'] {
  return {
    _id: 'o1',
    id: 'o1',
    number: '123456789',
    status: 'placed',
    date: '2026-11-15T09:00:00Z',
    products: [{ product: aProduct(), nb_ordered: 2, unit_price: 4, line_total: 8 }],
    subtotal: 8,
    deliveryFee: 2,
    total: 10,
    address: {
      first_name: 'Layla',
      last_name: 'Haddad',
      street: 'Hamra',
      city: 'Beirut',
      state: 'Beirut',
      building: 'Sunrise',
      floor: 3,
      phone_nb: '70123456',
      extra_info: '',
    },
    payment: { method: 'cash', transactionId: 'CASH-123456789' },
    history: [{ status: 'placed', at: '2026-11-15T09:00:00Z' }],
    cancellable: true,
    due: 10,
    fulfilments: [
      {
        _id: 'o1-1',
        store: null,
        status: 'placed',
        products: [{ product: aProduct(), nb_ordered: 2, unit_price: 4, line_total: 8 }],
        subtotal: 8,
        deliveryFee: 2,
        total: 10,
      },
    ],
    ...some,
  }
}

/** The answer to a placed order. */
export function placed(order = anOrder()): Schemas['OrderPlaced'] {
  return {
    success: true,
    code: 'order_placed',
    message: 'Order placed',
    order,
    transactionId: order.payment.transactionId,
  }
}

/** The saved card and the ways to pay; without a card unless told. */
export function paymentForm(some: Partial<Schemas['PaymentForm']> = {}): Schemas['PaymentForm'] {
  return {
    success: true,
    decryptedCardName: '',
    decryptedCardNumber: '',
    decryptedCVV: '',
    decryptedExpDate: '',
    brand: '',
    last4: '',
    methods: ['card', 'cash'],
    sandbox: true,
    ...some,
  }
}

/** A customer with something in the cart and a favourite address, ready to check out. */
export function readyToCheckOut({
  cart = () => aCheckoutCart(aCheckoutLine()),
  payment = paymentForm(),
  addresses = [],
}: {
  cart?: () => Schemas['Cart']
  payment?: Schemas['PaymentForm']
  addresses?: Schemas['Address'][]
} = {}) {
  const user = aUser({ addresses, cart: [{ product: 'panadol-500', quantity: 2 }] })
  return [
    status(user),
    http.get('*/api/user/cart', () => HttpResponse.json(cart())),
    http.get('*/api/user/address-form', () =>
      HttpResponse.json({
        success: true,
        user,
        fav_address: {
          street: 'Hamra',
          city: 'Beirut',
          state: 'Beirut',
          building: 'Sunrise',
          floor: 3,
          phone_nb: '70123456',
          extra_info: '',
        },
      }),
    ),
    http.get('*/api/user/payment-form', () => HttpResponse.json(payment)),
    http.get('*/api/user/order-history', () =>
      HttpResponse.json([anOrder()], { headers: { 'X-Total-Count': '1' } }),
    ),
  ]
}
