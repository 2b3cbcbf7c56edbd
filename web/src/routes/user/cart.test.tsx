import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { components } from '../../generated/api'
import { aCart, aLine, cartCalls, dove, panadol } from '../../test-setup/cart-server'
import { renderShop } from '../../test-setup/render-shop'
import { aProduct, shopServer, status } from '../../test-setup/shop-server'
import { deliveredToday } from '../../test-setup/store-server'

type Cart = components['schemas']['Cart']
type CartLine = components['schemas']['CartLine']

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const main = () => within(screen.getByRole('main'))
const row = async (name: string) => {
  const title = await main().findByRole('heading', { level: 2, name })
  return within(title.closest('li') as HTMLElement)
}
const quantity = (line: ReturnType<typeof within>) => line.getByRole('status').textContent
const amount = (label: string) =>
  main().getByText(label, { selector: 'dt' }).nextElementSibling?.textContent

function holding(cart: Cart) {
  shopServer.use(http.get('*/api/user/cart', () => HttpResponse.json(cart)))
}

describe('the cart', () => {
  test('names each line, what one costs, how many and what they cost together', async () => {
    holding(aCart([aLine(panadol, 2), aLine(dove, 1)]))
    renderShop('/user/cart')
    const line = await row('Panadol 500 mg')
    expect(line.getByText('Panadol', { ignore: 'bdi:has(span)' })).toBeTruthy()
    expect(line.getByText('$4.00')).toBeTruthy()
    expect(line.getByText('$8.00')).toBeTruthy()
    expect(quantity(line)).toBe('2')
    expect(amount('Shipment subtotal')).toBe('$10.25')
    expect(main().getByText('(Up to $2)')).toBeTruthy()
    expect(amount('Shipment Total')).toBe('$12.25')
    expect(main().getByRole('link', { name: 'Checkout' }).getAttribute('href')).toBe(
      '/user/checkout',
    )
  })

  test('speaks Arabic', async () => {
    holding(aCart([aLine(dove, 1)]))
    renderShop('/user/cart', { lang: 'arabic' })
    const line = await row('صابون دوف')
    expect(line.getByText('دوف')).toBeTruthy()
    expect(main().getByText('(\u2066$2\u2069 كحد أقصى)')).toBeTruthy()
  })

  test('tells products from pieces where their numbers differ', async () => {
    holding(aCart([aLine(panadol, 2), aLine(dove, 1)]))
    const first = renderShop('/user/cart')
    expect(await main().findByText('2 products, 3 pieces')).toBeTruthy()
    first.unmount()
    holding(aCart([aLine(panadol, 1), aLine(dove, 1)]))
    renderShop('/user/cart')
    expect(await main().findByText('2 products')).toBeTruthy()
  })

  test('says when it arrives and how to ask the pharmacist', async () => {
    shopServer.use(deliveredToday)
    holding({ ...aCart([aLine(panadol, 2)]), pharmacist: { phone: '01234567', opening_hours: [] } })
    renderShop('/user/cart')
    expect(await main().findByText('Delivery: Today 4–6 pm')).toBeTruthy()
    expect(main().getByRole('link', { name: 'Ask the pharmacist' }).getAttribute('href')).toBe(
      '/contact',
    )
    expect(main().getByRole('link', { name: '+961 1234567' }).getAttribute('href')).toBe(
      'tel:+9611234567',
    )
  })

  test('empty, it says so and leads to the shop', async () => {
    holding(aCart([]))
    renderShop('/user/cart')
    expect(await main().findByRole('heading', { name: 'Shopping cart is empty' })).toBeTruthy()
    expect(main().getByRole('link', { name: 'Start Shopping Now' }).getAttribute('href')).toBe('/')
  })

  test('not to be had, it offers to try again', async () => {
    shopServer.use(
      http.get('*/api/user/cart', () =>
        HttpResponse.json({ success: false, code: 'internal' }, { status: 500 }),
      ),
    )
    const { user } = renderShop('/user/cart')
    expect(await main().findByText('Your cart could not be loaded')).toBeTruthy()
    holding(aCart([aLine(dove, 1)]))
    await user.click(main().getByRole('button', { name: 'Try again' }))
    expect(await row('Dove Bar')).toBeTruthy()
  })
})

describe('what changed since a line was added', () => {
  test('is said on the line, which stays and does not count when it cannot be had', async () => {
    const lines = [
      aLine(aProduct({ id: 'few', english_name: 'Few', nb_in_stock: 3 }), 5, {
        notices: [{ code: 'only_left', left: 3 }],
      }),
      aLine(aProduct({ id: 'gone', english_name: 'Gone', nb_in_stock: 0, in_stock: false }), 1, {
        notices: [{ code: 'out_of_stock' }],
      }),
      aLine(aProduct({ id: 'off', english_name: 'Off', nb_in_stock: 9 }), 1, {
        available: false,
        max_quantity: 0,
        notices: [{ code: 'unlisted' }],
      }),
      aLine(dove, 2, { notices: [{ code: 'price_changed', old_price: 2 }] }),
    ]
    holding(aCart(lines))
    renderShop('/user/cart')
    expect((await row('Few')).getByText('Only 3 left')).toBeTruthy()
    const gone = await row('Gone')
    expect(gone.getByText('Out of stock. Remove it to check out.')).toBeTruthy()
    expect(gone.queryByRole('button', { name: 'Increase quantity' })).toBeNull()
    const off = await row('Off')
    expect(off.getByText('No longer sold. Remove it to check out.')).toBeTruthy()
    expect(off.queryByRole('link')).toBeNull()
    const changed = (await row('Dove Bar')).getByText(/The price changed from/)
    expect(changed.textContent).toBe('The price changed from $2.00 to $2.25')
    expect(changed.querySelector('s')?.textContent).toBe('$2.00')
    expect(amount('Shipment subtotal')).toBe('$4.50')
    expect(main().getByRole('link', { name: 'Checkout' })).toBeTruthy()
  })

  test('products with the same active ingredient are named, with what it means', async () => {
    const night = aProduct({ id: 'night', english_name: 'Panadol Night' })
    holding(
      aCart(
        [aLine(panadol, 1), aLine(night, 1)],
        [
          {
            name: 'Paracetamol',
            arabic_name: 'باراسيتامول',
            products: [panadol.id, night.id],
          },
        ],
      ),
    )
    const { user } = renderShop('/user/cart')
    const warning = (await main().findByText('Same active ingredient')).closest('[role=status]')
    expect(warning?.textContent).toContain(
      'Panadol 500 mg and Panadol Night contain Paracetamol.Taking them together',
    )
    await user.click(main().getByRole('button', { name: 'What does this mean?' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Same active ingredient' }))
    expect(dialog.getByText(/add up/)).toBeTruthy()
  })
})

test('three products with the same ingredient are named one after the other', async () => {
  const [one, two, three] = ['One', 'Two', 'Three'].map((name) =>
    aLine(aProduct({ id: name, english_name: name, arabic_name: `${name} ع` }), 1),
  ) as [CartLine, CartLine, CartLine]
  const lines = [one, two, three]
  holding(aCart(lines, [{ name: 'Caffeine', products: lines.map((line) => line.product.id) }]))
  renderShop('/user/cart', { lang: 'arabic' })
  const warning = (await main().findByText('مادة فعالة مكررة في سلتك')).closest('[role=status]')
  expect(warning?.textContent).toContain('المادة الفعالة Caffeine موجودة في One ع، Two ع وThree ع.')
})

describe('changing the cart', () => {
  test('shows each press at once and sends them one after the other', async () => {
    const asked: string[] = []
    shopServer.use(...cartCalls([aLine(panadol, 1)], (change) => asked.push(change)))
    const { user } = renderShop('/user/cart')
    const line = await row('Panadol 500 mg')
    const more = line.getByRole('button', { name: 'Increase quantity' })
    await user.click(more)
    await user.click(more)
    await waitFor(() => expect(quantity(line)).toBe('3'))
    expect(amount('Shipment Total')).toBe('$14.00')
    await user.click(line.getByRole('button', { name: 'Decrease quantity' }))
    await waitFor(() => expect(quantity(line)).toBe('2'))
    await waitFor(() => expect(asked).toEqual(['1 panadol-500', '1 panadol-500', '-1 panadol-500']))
    await waitFor(() => expect(amount('Shipment Total')).toBe('$10.00'))
  })

  test('is only possible between 1 and what the line may hold', async () => {
    const limited = aProduct({ nb_in_stock: 50, max_per_order: 2 })
    holding(aCart([aLine(limited, 2), aLine(dove, 1)]))
    renderShop('/user/cart')
    const button = (line: Awaited<ReturnType<typeof row>>, name: string) =>
      line.getByRole<HTMLButtonElement>('button', { name }).disabled
    expect(button(await row('Panadol 500 mg'), 'Increase quantity')).toBe(true)
    expect(button(await row('Panadol 500 mg'), 'Decrease quantity')).toBe(false)
    expect(button(await row('Dove Bar'), 'Decrease quantity')).toBe(true)
  })

  test('what the server refuses is taken back, and said', async () => {
    holding(aCart([aLine(panadol, 1)]))
    let answerNow = () => {}
    const asked = new Promise<void>((resolve) => (answerNow = resolve))
    shopServer.use(
      http.put('*/api/user/cart', async () => {
        await asked
        return HttpResponse.json({ success: false, code: 'out_of_stock' }, { status: 409 })
      }),
    )
    const { user } = renderShop('/user/cart')
    const line = await row('Panadol 500 mg')
    await user.click(line.getByRole('button', { name: 'Increase quantity' }))
    await waitFor(() => expect(quantity(line)).toBe('2'))
    answerNow()
    expect(await screen.findByText('Out of stock')).toBeTruthy()
    await waitFor(() => expect(quantity(line)).toBe('1'))
  })

  test('a limit is told with its reason', async () => {
    const cart = aCart([aLine(panadol, 2)])
    holding(cart)
    shopServer.use(
      http.put('*/api/user/cart', () =>
        HttpResponse.json({
          ...cart,
          code: 'added_to_cart',
          message: '',
          productId: panadol.id,
          quantity: 2,
          clamped: true,
          clampedBy: 'stock',
        }),
      ),
    )
    const { user } = renderShop('/user/cart')
    const line = await row('Panadol 500 mg')
    await user.click(line.getByRole('button', { name: 'Increase quantity' }))
    expect(await screen.findByText('Only 2 are in stock, so your cart holds 2')).toBeTruthy()
    await waitFor(() => expect(quantity(line)).toBe('2'))
  })

  test('removing asks first, and the badge follows', async () => {
    const asked: string[] = []
    shopServer.use(
      status(null, 2),
      ...cartCalls([aLine(panadol, 1), aLine(dove, 1)], (change) => asked.push(change)),
    )
    const { user } = renderShop('/user/cart')
    const line = await row('Dove Bar')
    await user.click(line.getByRole('button', { name: 'Remove Dove Bar' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Remove from cart?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(asked).toEqual([])
    await user.click(line.getByRole('button', { name: 'Remove Dove Bar' }))
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }),
    )
    await waitFor(() => expect(main().queryByRole('heading', { name: 'Dove Bar' })).toBeNull())
    expect((await screen.findAllByRole('link', { name: 'Cart, 1 product' }))[0]).toBeTruthy()
    expect(asked).toEqual(['remove dove-bar'])
  })

  test('clearing asks first and leaves an empty cart', async () => {
    shopServer.use(...cartCalls([aLine(panadol, 1), aLine(dove, 1)]))
    const { user } = renderShop('/user/cart')
    await row('Dove Bar')
    await user.click(main().getByRole('button', { name: 'Clear cart' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Clear cart?' }))
    await user.click(question.getByRole('button', { name: 'Clear cart' }))
    expect(await main().findByRole('heading', { name: 'Shopping cart is empty' })).toBeTruthy()
    expect(await screen.findByText('Cart cleared')).toBeTruthy()
  })
})

describe('another tab', () => {
  test('changes the badge at once and the lines with it', async () => {
    shopServer.use(...cartCalls([aLine(panadol, 1)]))
    renderShop('/user/cart')
    await row('Panadol 500 mg')
    holding(aCart([aLine(panadol, 1), aLine(dove, 4)]))
    const other = new BroadcastChannel('dawa')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    other.postMessage({ about: 'cart', count: 2 })
    expect((await screen.findAllByRole('link', { name: 'Cart, 2 products' }))[0]).toBeTruthy()
    expect(quantity(await row('Dove Bar'))).toBe('4')
    other.close()
  })
})
