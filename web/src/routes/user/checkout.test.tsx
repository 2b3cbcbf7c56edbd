import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAddress } from '../../test-setup/address-server'
import {
  aCheckoutCart,
  aCheckoutLine,
  anOrder,
  paymentForm,
  placed,
  readyToCheckOut,
} from '../../test-setup/checkout-server'
import { renderShop } from '../../test-setup/render-shop'
import { aProduct, shopServer } from '../../test-setup/shop-server'
import { deliveredToday } from '../../test-setup/store-server'

beforeAll(() => {
  window.scrollTo = () => {}
  shopServer.listen({ onUnhandledFrame: 'bypass' })
})
beforeEach(() => sessionStorage.clear())
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

interface Sent {
  key: string | null
  body: { saveAddress: boolean; data: Record<string, unknown> }
}

/** Hears every order and answers it; the last answer stays. */
function checkoutCall(sent: Sent[], ...answers: (() => Response | Promise<Response>)[]) {
  return http.post('*/api/user/checkout', async ({ request }) => {
    const body = (await request.json()) as Sent['body']
    sent.push({ key: request.headers.get('Idempotency-Key'), body })
    const reply = answers[Math.min(sent.length, answers.length) - 1]
    return reply === undefined ? HttpResponse.json(placed()) : reply()
  })
}

const refuse =
  (code: string, status: number, more: object = {}) =>
  () =>
    HttpResponse.json({ success: false, code, message: '', ...more }, { status })

const press = async (user: UserEvent, name: string) =>
  user.click(await screen.findByRole('button', { name }))

async function toReviewWithCash(user: UserEvent) {
  await press(user, 'Next')
  await user.click(await screen.findByRole('radio', { name: /Cash on delivery/ }))
  await press(user, 'Next')
  await screen.findByRole('button', { name: 'Place order' })
}

async function chooseNewCard(user: UserEvent) {
  await user.click(await screen.findByRole('radio', { name: /Credit or debit card/ }))
}

test('three steps lead to the order history with the real number and transaction', async () => {
  const sent: Sent[] = []
  shopServer.use(...readyToCheckOut(), checkoutCall(sent))
  const { user, address } = renderShop('/user/checkout')
  await user.click(await screen.findByLabelText('Save this address'))
  await toReviewWithCash(user)
  expect(address()).toBe('/user/checkout?step=review')
  await user.type(screen.getByLabelText(/Note for the pharmacy/), 'Ring twice')
  await user.dblClick(screen.getByRole('button', { name: 'Place order' }))
  expect(await screen.findByText('Thank you for your order')).toBeTruthy()
  expect(screen.getByText('CASH-123456789')).toBeTruthy()
  expect(screen.getByText('123456789', { selector: 'p bdi' })).toBeTruthy()
  expect(within(screen.getByRole('main')).getByText('Order placed')).toBeTruthy()
  expect(address()).toBe('/user/order-history')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.key).toMatch(/.{32}/)
  expect(sent[0]?.body).toEqual({
    saveAddress: true,
    data: {
      address: {
        first_name: 'Layla',
        last_name: 'Haddad',
        street: 'Hamra',
        city: 'Beirut',
        state: 'Beirut',
        building: 'Sunrise',
        floor: '3',
        phone_nb: '70123456',
        extra_info: '',
      },
      payment: { method: 'cash' },
      note: 'Ring twice',
      expectedTotal: 10,
      expectedRate: 0,
    },
  })
  expect(sessionStorage.getItem('checkoutDraft')).toBeNull()
  expect(sessionStorage.getItem('checkoutAttempt')).toBeNull()
})

test('the review and the thanks say when the order arrives', async () => {
  const promised = {
    to: '2026-11-15T17:00:00Z',
    english: 'Today 5–7 pm',
    arabic: 'اليوم من 5 إلى 7 مساءً',
  }
  const [part] = anOrder().fulfilments
  const order = anOrder({ fulfilments: part === undefined ? [] : [{ ...part, promised }] })
  shopServer.use(
    ...readyToCheckOut(),
    deliveredToday,
    http.post('*/api/user/checkout', () => HttpResponse.json(placed(order))),
  )
  const { user } = renderShop('/user/checkout')
  await toReviewWithCash(user)
  expect(await screen.findByText('Delivery: Today 4–6 pm')).toBeTruthy()
  await press(user, 'Place order')
  expect(await screen.findByText('Thank you for your order')).toBeTruthy()
  expect(screen.getByText('Delivery: Today 5–7 pm')).toBeTruthy()
})

test('a double press sends one order, and so do presses while the answer is awaited', async () => {
  const sent: Sent[] = []
  let answer = () => {}
  const awaited = new Promise<void>((resolve) => (answer = resolve))
  shopServer.use(
    ...readyToCheckOut(),
    checkoutCall(sent, async () => {
      await awaited
      return HttpResponse.json(placed())
    }),
  )
  const { user, address } = renderShop('/user/checkout')
  await toReviewWithCash(user)
  const button = screen.getByRole('button', { name: 'Place order' })
  await user.dblClick(button)
  await waitFor(() => expect(sent).toHaveLength(1))
  await user.dblClick(button)
  answer()
  // The button is pressed until the screen has gone: nothing may be sent between answer and route.
  while (button.isConnected) await user.click(button)
  expect(await screen.findByText('Thank you for your order')).toBeTruthy()
  expect(address()).toBe('/user/order-history')
  expect(sent).toHaveLength(1)
})

test('after a lost connection the same key is sent again, also after a reload', async () => {
  const sent: Sent[] = []
  shopServer.use(
    ...readyToCheckOut(),
    checkoutCall(
      sent,
      () => HttpResponse.error(),
      () => HttpResponse.error(),
      () => HttpResponse.json(placed()),
    ),
  )
  const first = renderShop('/user/checkout')
  await toReviewWithCash(first.user)
  await press(first.user, 'Place order')
  expect(await screen.findByText(/cannot be placed or charged twice/)).toBeTruthy()
  await press(first.user, 'Place order')
  await waitFor(() => expect(sent).toHaveLength(2))
  first.unmount()

  const { user } = renderShop('/user/checkout?step=review')
  await press(user, 'Place order')
  expect(await screen.findByText('Thank you for your order')).toBeTruthy()
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
})

test('a declined card keeps everything, says what to do, and the next attempt has another key', async () => {
  const sent: Sent[] = []
  shopServer.use(
    ...readyToCheckOut({
      payment: paymentForm({
        decryptedCardName: 'Layla',
        decryptedCardNumber: '•••• •••• •••• 0002',
        decryptedExpDate: '12/2030',
        brand: 'visa',
        last4: '0002',
      }),
    }),
    checkoutCall(sent, refuse('payment_declined', 400), () => HttpResponse.json(placed())),
  )
  const { user, address } = renderShop('/user/checkout')
  await press(user, 'Next')
  expect(await screen.findByText(/no money moves/)).toBeTruthy()
  await press(user, 'Next')
  expect(await screen.findByText('CVV is required')).toBeTruthy()
  await user.type(screen.getByLabelText('CVV'), '123')
  await press(user, 'Next')
  await press(user, 'Place order')
  expect(await screen.findByText(/The card was declined/)).toBeTruthy()
  expect(sent[0]?.body.data['payment']).toEqual({
    method: 'card',
    card_number: '••••••••••••0002',
    cvv: '123',
  })
  expect(JSON.stringify(sessionStorage)).not.toMatch(/\b123\b/)

  const alert = screen.getByText(/The card was declined/).closest('[role=alert]')
  await user.click(within(alert as HTMLElement).getByRole('button'))
  expect(address()).toBe('/user/checkout?step=payment')
  await user.click(await screen.findByRole('radio', { name: /Cash on delivery/ }))
  await press(user, 'Next')
  await press(user, 'Place order')
  expect(await screen.findByText('Thank you for your order')).toBeTruthy()
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
})

test('a new card that the server does not take is complained about beside its field', async () => {
  const sent: Sent[] = []
  shopServer.use(
    ...readyToCheckOut(),
    checkoutCall(
      sent,
      refuse('invalid_fields', 400, { errors: { card_number: 'card_number_luhn' } }),
    ),
  )
  const { user, address } = renderShop('/user/checkout')
  await press(user, 'Next')
  await chooseNewCard(user)
  await user.type(await screen.findByLabelText('Name on card'), 'Layla')
  await user.type(screen.getByLabelText('Card number'), '4242 4242 4242 4242')
  await user.type(screen.getByLabelText('Exp date'), '12/30')
  await user.type(screen.getByLabelText('CVV'), '123')
  await press(user, 'Next')
  await press(user, 'Place order')
  expect(await screen.findByText('This card number is not valid')).toBeTruthy()
  expect(address()).toBe('/user/checkout?step=payment')
  expect(screen.getByLabelText('Card number')).toHaveProperty('value', '4242424242424242')
})

test('a card is checked at the payment step, American Express by its own length and code', async () => {
  shopServer.use(...readyToCheckOut())
  const { user } = renderShop('/user/checkout')
  await press(user, 'Next')
  await chooseNewCard(user)
  await user.type(await screen.findByLabelText('Name on card'), 'Layla')
  await user.type(screen.getByLabelText('Card number'), '4242424242424241')
  await user.type(screen.getByLabelText('Exp date'), '1230')
  await user.type(screen.getByLabelText('CVV'), '123')
  await press(user, 'Next')
  expect(await screen.findByText('This card number is not valid')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Card number'))

  await user.clear(screen.getByLabelText('Card number'))
  await user.type(screen.getByLabelText('Card number'), '378282246310005')
  await press(user, 'Next')
  expect(await screen.findByText(/American Express: enter the 4 digits/)).toBeTruthy()
  await user.type(screen.getByLabelText('CVV'), '4')
  await press(user, 'Next')
  expect(await screen.findByRole('button', { name: 'Place order' })).toBeTruthy()
})

test.each([
  [{ lastMethod: 'card' as const }, /card/],
  [{}, /Cash on delivery/],
])('the way to pay that was used last is chosen, else cash: %o', async (last, chosen) => {
  shopServer.use(...readyToCheckOut({ payment: paymentForm(last) }))
  const { user } = renderShop('/user/checkout')
  await press(user, 'Next')
  expect(await screen.findByRole('radio', { name: chosen })).toHaveProperty('checked', true)
})

test('the checkout has one way out, to the cart', async () => {
  shopServer.use(...readyToCheckOut())
  renderShop('/user/checkout')
  await screen.findByLabelText('Street')
  expect(screen.queryByRole('search')).toBeNull()
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(new Set(links.filter((href) => !href?.startsWith('#')))).toEqual(new Set(['/user/cart']))
})

test('reload and back keep the step and what was typed; a card has to be typed again', async () => {
  shopServer.use(...readyToCheckOut())
  const first = renderShop('/user/checkout')
  const street = await screen.findByLabelText('Street')
  await first.user.clear(street)
  await first.user.type(street, 'Bliss')
  await press(first.user, 'Next')
  await chooseNewCard(first.user)
  first.unmount()

  const second = renderShop('/user/checkout?step=payment')
  await press(second.user, 'Back')
  expect(await screen.findByLabelText('Street')).toHaveProperty('value', 'Bliss')
  second.unmount()

  renderShop('/user/checkout?step=review')
  expect(await screen.findByText(/never keep card details/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Place order' })).toBeNull()
})

test('a price that changed is shown, and the order waits for a yes to the new total', async () => {
  const sent: Sent[] = []
  let price = 4
  shopServer.use(
    ...readyToCheckOut({
      cart: () => aCheckoutCart(aCheckoutLine({ unit_price: price, line_total: price * 2 })),
    }),
    checkoutCall(sent, refuse('cart_changed', 409), () => HttpResponse.json(placed())),
  )
  const { user } = renderShop('/user/checkout')
  await toReviewWithCash(user)
  price = 5
  await press(user, 'Place order')
  expect(await screen.findByText('Something changed since you started')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Place order' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('link', { name: 'Go to the cart' }).getAttribute('href')).toBe(
    '/user/cart',
  )
  await press(user, 'Continue with the new total')
  await press(user, 'Place order')
  expect(await screen.findByText('Thank you for your order')).toBeTruthy()
  expect(sent.map(({ body }) => body.data['expectedTotal'])).toEqual([10, 12])
})

test('a line that ran out prevents the order and leads to the cart', async () => {
  let left = true
  shopServer.use(
    ...readyToCheckOut({
      cart: () =>
        aCheckoutCart(
          aCheckoutLine(),
          aCheckoutLine({
            product: aProduct({ id: 'advil-200' }),
            ...(left ? {} : { available: false, notices: [{ code: 'out_of_stock' }] }),
          }),
        ),
    }),
    checkoutCall([], refuse('stock_short', 409, { products: ['advil-200'] })),
  )
  const { user } = renderShop('/user/checkout')
  await toReviewWithCash(user)
  left = false
  await press(user, 'Place order')
  expect(await screen.findByText('Some products cannot be ordered like this')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Place order' })).toHaveProperty('disabled', true)
})

test('a shop without a gateway offers cash alone and says so', async () => {
  shopServer.use(
    ...readyToCheckOut({ payment: paymentForm({ methods: ['cash'], sandbox: false }) }),
  )
  const { user } = renderShop('/user/checkout', { lang: 'arabic' })
  await press(user, 'التالي')
  expect(await screen.findByText('يتوفر الدفع نقدًا عند الاستلام فقط')).toBeTruthy()
  expect(screen.getAllByRole('radio')).toHaveLength(1)
})

test('the card number of the checkout is grouped and its brand recognised while typing', async () => {
  shopServer.use(...readyToCheckOut())
  const { user } = renderShop('/user/checkout?step=payment')
  await press(user, 'Next')
  await chooseNewCard(user)
  const number = await screen.findByLabelText('Card number')
  await user.type(number, '5555555555554444')
  expect(number).toHaveProperty('value', '5555 5555 5555 4444')
  expect(document.querySelector('[data-recognised]')?.textContent).toBe('Mastercard')
  await user.type(screen.getByLabelText('Exp date'), '1230')
  expect(screen.getByLabelText('Exp date')).toHaveProperty('value', '12/30')
})

test('the address of the checkout suggests places, and a chosen town survives a reload', async () => {
  shopServer.use(...readyToCheckOut())
  const { user, unmount } = renderShop('/user/checkout')
  await user.clear(await screen.findByLabelText(/^State/))
  const city = screen.getByLabelText('City')
  await user.clear(city)
  await user.type(city, 'joun')
  await user.click(await screen.findByRole('option', { name: /^Jounieh/ }))
  expect(city).toHaveProperty('value', 'Jounieh')
  expect(screen.getByLabelText(/^State/)).toHaveProperty('value', 'Keserwan Jbeil')
  unmount()
  renderShop('/user/checkout')
  expect(await screen.findByLabelText('City')).toHaveProperty('value', 'Jounieh')
})

describe('a saved address', () => {
  const home = anAddress({ street: 'Hamra', building: 'Sunrise' })
  const work = anAddress({ _id: 'a2', city: 'Tripoli', street: 'Mina Road', building: 'Sea Tower' })
  const card = () => screen.findByRole('region', { name: 'Delivery to' })

  test('is a card, which goes on as it is', async () => {
    const sent: Sent[] = []
    shopServer.use(...readyToCheckOut({ addresses: [home] }), checkoutCall(sent))
    const { user } = renderShop('/user/checkout')
    expect((await card()).textContent).toContain('Layla HaddadHamraSunrise · Floor 3Beirut')
    expect(screen.queryByLabelText('Street')).toBeNull()
    expect(screen.queryByLabelText('Use a saved address')).toBeNull()
    await toReviewWithCash(user)
    await press(user, 'Place order')
    await screen.findByText('Thank you for your order')
    expect(sent[0]?.body.saveAddress).toBe(false)
    expect(sent[0]?.body.data['address']).toMatchObject({ street: 'Hamra', floor: '3' })
  })

  test('opens as a form in its place, and what is typed survives a reload', async () => {
    shopServer.use(...readyToCheckOut({ addresses: [home] }))
    const { user, unmount } = renderShop('/user/checkout')
    await card()
    await press(user, 'Change the address')
    const fields = screen.getByRole('group', { name: 'Shipping address' })
    expect(document.activeElement).toBe(fields)
    const street = screen.getByLabelText('Street')
    expect(street).toHaveProperty('value', 'Hamra')
    await user.clear(street)
    await user.type(street, 'Bliss')
    unmount()
    renderShop('/user/checkout')
    expect(await screen.findByLabelText('Street')).toHaveProperty('value', 'Bliss')
  })

  test('can be gone back to after a change, and another be chosen', async () => {
    shopServer.use(...readyToCheckOut({ addresses: [home, work] }))
    const { user } = renderShop('/user/checkout')
    await card()
    const choice = screen.getByLabelText('Use a saved address')
    await user.selectOptions(choice, '1')
    expect((await card()).textContent).toContain('Mina Road')
    await press(user, 'Change the address')
    await user.type(screen.getByLabelText('Street'), ' 7')
    await user.selectOptions(choice, '1')
    expect((await card()).textContent).toContain('Mina RoadSea Tower')
    expect(screen.queryByLabelText('Street')).toBeNull()
  })

  test('that the server refuses is shown in the form, with the complaint', async () => {
    const refusal = refuse('invalid_fields', 400, { errors: { street: 'street_letters' } })
    shopServer.use(...readyToCheckOut({ addresses: [home] }), checkoutCall([], refusal))
    const { user } = renderShop('/user/checkout')
    await card()
    await toReviewWithCash(user)
    await press(user, 'Place order')
    expect(await screen.findByLabelText('Street')).toHaveProperty('value', 'Hamra')
    expect(screen.getByText('Street should only contain letters')).toBeTruthy()
  })
})

test('the review repeats the currency and what change is needed for', async () => {
  const rate = { lbp_per_usd: 89_500, step: 1000 }
  shopServer.use(...readyToCheckOut({ cart: () => ({ ...aCheckoutCart(aCheckoutLine()), rate }) }))
  const { user } = renderShop('/user/checkout')
  await press(user, 'Next')
  await user.click(await screen.findByRole('radio', { name: /Cash on delivery/ }))
  await user.selectOptions(screen.getByLabelText('Which currency will you pay in?'), 'both')
  await user.type(screen.getByLabelText(/I will pay with \(in dollars\)/), '١٠٠')
  await press(user, 'Next')
  const payment = await screen.findByRole('region', { name: 'Payment' })
  expect(payment.textContent).toContain('Dollars and pounds · change for $100.00')
})

test('emails follow the language that is chosen in the checkout', async () => {
  const saved: unknown[] = []
  shopServer.use(
    ...readyToCheckOut(),
    http.put('*/api/user/language', async ({ request }) => {
      saved.push(await request.json())
      return HttpResponse.json({ success: true, code: 'language_saved', message: '' })
    }),
  )
  const { user } = renderShop('/user/checkout')
  await screen.findByLabelText('Street')
  await user.click(screen.getByRole('button', { name: 'العربية' }))
  await waitFor(() => expect(saved).toEqual([{ language: 'arabic' }]))
})
