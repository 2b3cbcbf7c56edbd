import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as analytics from '../../lib/analytics'
import {
  failingOnce,
  listHandler,
  missingHandler,
  products,
} from '../../test-setup/catalogue-server'
import { renderShop } from '../../test-setup/render-shop'
import { aProduct, aUser, shopServer, status } from '../../test-setup/shop-server'
import { deliveredToday } from '../../test-setup/store-server'

type Product = ReturnType<typeof aProduct>

const picture = (name: string): Product['images'][number] => ({
  url: `/media/${name}/400.webp`,
  widths: {
    200: `/media/${name}/200.webp`,
    400: `/media/${name}/400.webp`,
    800: `/media/${name}/800.webp`,
  },
  alt: { en: `${name} from the front`, ar: `${name} من الأمام` },
})

function detail(some: Partial<Product> = {}) {
  return http.get('*/api/product/panadol-500', () =>
    HttpResponse.json({ success: true, product: aProduct(some), addedToWishlist: false }),
  )
}

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
beforeEach(() =>
  shopServer.use(
    detail({ nb_in_stock: 50 }),
    listHandler('/api/product/category/pain_killers', []),
  ),
)
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const main = () => within(screen.getByRole('main'))
const title = () => main().findByRole('heading', { level: 1 })
const quantities = () =>
  within(main().getByRole('combobox', { name: 'Quantity' }))
    .getAllByRole('option')
    .map((option) => option.textContent)

describe('a product', () => {
  test('shows where it belongs, its brand, name, price and that there is enough of it', async () => {
    renderShop('/product/panadol-500')
    expect((await title()).textContent).toBe('Panadol 500 mg')
    const way = within(main().getByRole('navigation', { name: 'Breadcrumb' }))
    expect(way.getByRole('link', { name: 'Pain Killers' }).getAttribute('href')).toBe(
      '/product/category/pain_killers',
    )
    const [brand] = main().getAllByRole('link', { name: 'Panadol' })
    expect(brand?.getAttribute('href')).toBe('/brand/panadol')
    expect(main().getByText('$4.00')).toBeTruthy()
    expect(main().getByText('In stock')).toBeTruthy()
    expect(main().getByRole('table').querySelector('s')).toBeNull()
    await waitFor(() => expect(document.title).toBe('Panadol 500 mg · Dawa'))
  })

  test('says what a piece costs, when it arrives and how to ask the pharmacist', async () => {
    shopServer.use(deliveredToday, detail({ nb_in_stock: 50, pack_size: '20' }))
    renderShop('/product/panadol-500')
    await title()
    expect(main().getByText('$0.20').parentElement?.textContent).toBe('$0.20 each')
    expect(await main().findByText('Delivery: Today 4–6 pm')).toBeTruthy()
    const ask = main().getByRole('link', { name: 'Ask the pharmacist' })
    expect(ask.getAttribute('href')).toMatch(/^\/contact\?about=Panadol/)
  })

  test('one that is not on sale says so to its owner and cannot be bought', async () => {
    shopServer.use(
      status(aUser()),
      detail({ status: 'rejected', reason: 'The strength is missing', nb_in_stock: 50 }),
    )
    renderShop('/product/panadol-500')
    expect(await main().findByText('Rejected: customers do not see it')).toBeTruthy()
    expect(main().getByText('The strength is missing')).toBeTruthy()
    expect(main().queryByRole('button', { name: 'Add to cart' })).toBeNull()
  })

  test.each([
    ['english', 'With a prescription only', 'Ask the pharmacy', /^Call/],
    ['arabic', 'بوصفة طبية فقط', 'اسأل الصيدلية', /^اتصل/],
  ] as const)('one with a prescription only cannot be bought, in %s', async (...row) => {
    const [lang, only, ask, call] = row
    shopServer.use(
      http.get('*/api/product/panadol-500', () =>
        HttpResponse.json({
          success: true,
          product: aProduct({ regulation: 'prescription' }),
          addedToWishlist: false,
          pharmacist: { phone: '+9611000000' },
        }),
      ),
    )
    renderShop('/product/panadol-500', { lang })
    await title()
    expect(main().getByText(only)).toBeTruthy()
    expect(main().getByRole('heading', { name: ask })).toBeTruthy()
    expect(main().getByRole('link', { name: call }).getAttribute('href')).toBe('tel:+9611000000')
    expect(main().queryByRole('link', { name: 'WhatsApp' })).toBeNull()
    expect(main().queryByRole('combobox')).toBeNull()
  })

  test('the pharmacist can be asked about it: by a form, a call or a chat', async () => {
    shopServer.use(
      http.get('*/api/product/panadol-500', () =>
        HttpResponse.json({
          success: true,
          product: aProduct(),
          addedToWishlist: false,
          pharmacist: { phone: '+9611000000', whatsapp: '+96170000000' },
        }),
      ),
    )
    const { user, address } = renderShop('/product/panadol-500')
    await title()
    const hrefs = main()
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
    expect(hrefs).toContain('tel:+9611000000')
    expect(hrefs.some((href) => href?.startsWith('https://wa.me/96170000000'))).toBe(true)
    await user.click(main().getByRole('link', { name: 'Ask the pharmacist' }))
    expect(await screen.findByLabelText('Message')).toHaveProperty(
      'value',
      'About Panadol 500 mg:\n',
    )
    expect(address()).toMatch(/^\/contact\?about=Panadol/)
  })

  test('a discount strikes the old price and says how much it is', async () => {
    shopServer.use(detail({ price: 4, discount: 25, discounted_price: 3 }))
    renderShop('/product/panadol-500')
    await title()
    expect(main().getByText('$3.00')).toBeTruthy()
    expect(main().getByText('$4.00').closest('s')).not.toBeNull()
    expect(main().getByText(/^-25/)).toBeTruthy()
  })

  test('offers 1 to 10', async () => {
    renderShop('/product/panadol-500')
    await title()
    expect(quantities()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  })

  test('few left: says how many, and offers no more than those', async () => {
    shopServer.use(detail({ nb_in_stock: 3 }))
    renderShop('/product/panadol-500')
    expect(await main().findByText('Only 3 left')).toBeTruthy()
    expect(quantities()).toEqual(['1', '2', '3'])
  })

  test('a limit of its own is offered and explained', async () => {
    shopServer.use(detail({ nb_in_stock: 50, max_per_order: 2 }))
    renderShop('/product/panadol-500')
    expect(await main().findByText('At most 2 per order')).toBeTruthy()
    expect(quantities()).toEqual(['1', '2'])
  })

  test('none left: says so, with nothing to press but the wishlist', async () => {
    shopServer.use(detail({ nb_in_stock: 0, in_stock: false }))
    renderShop('/product/panadol-500')
    expect(await main().findByText('Out of stock')).toBeTruthy()
    expect(main().queryByRole('button', { name: 'Add to cart' })).toBeNull()
    expect(main().queryByRole('combobox', { name: 'Quantity' })).toBeNull()
    expect(main().getByRole('button', { name: 'Add to wishlist' })).toBeTruthy()
  })

  test('adds as many as were chosen; another number makes the button ready again', async () => {
    const sent: unknown[] = []
    shopServer.use(
      http.put('*/api/user/cart', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ success: true, cart: [{}] })
      }),
    )
    const { user } = renderShop('/product/panadol-500')
    await title()
    const select = main().getByRole('combobox', { name: 'Quantity' })
    await user.selectOptions(select, '3')
    await user.click(main().getByRole('button', { name: 'Add to cart' }))
    expect(await main().findByRole('button', { name: 'Added to cart' })).toBeTruthy()
    await waitFor(() => expect(sent).toEqual([{ productId: 'panadol-500', quantity: 3 }]))
    await user.selectOptions(select, '1')
    expect(main().getByRole('button', { name: 'Add to cart' })).toBeTruthy()
  })

  test('counts that it was looked at, once', async () => {
    const track = vi.spyOn(analytics, 'track')
    renderShop('/product/panadol-500')
    await title()
    await waitFor(() => expect(track).toHaveBeenCalledTimes(1))
    expect(track).toHaveBeenCalledWith('view_item', [
      {
        id: 'panadol-500',
        name: 'Panadol 500 mg',
        price: 4,
        quantity: 1,
        category: 'pain_killers',
      },
    ])
  })

  test('more of its category follows, without itself', async () => {
    shopServer.use(
      listHandler('/api/product/category/pain_killers', [
        ...products(3),
        aProduct({ english_name: 'The same again' }),
      ]),
    )
    renderShop('/product/panadol-500')
    const more = within(await main().findByRole('region', { name: 'More in Pain Killers' }))
    expect(await more.findByRole('link', { name: 'Product 3' })).toBeTruthy()
    expect(more.getAllByRole('article')).toHaveLength(3)
    expect(more.queryByRole('link', { name: 'The same again' })).toBeNull()
  })

  test('one that does not exist says so and leads on', async () => {
    shopServer.use(missingHandler('/api/product/panadol-500', 'product_not_found'))
    renderShop('/product/panadol-500')
    expect((await title()).textContent).toBe('This product is not available')
    expect(main().getAllByRole('link')).toHaveLength(6)
  })

  test('one that did not arrive can be tried again', async () => {
    shopServer.use(failingOnce('/api/product/panadol-500'))
    const { user } = renderShop('/product/panadol-500')
    await user.click(await main().findByRole('button', { name: 'Try again' }))
    expect((await title()).textContent).toBe('Panadol 500 mg')
  })
})

describe('the wishlist of a product', () => {
  test('is green to add and red to remove, and follows the server', async () => {
    const calls: string[] = []
    shopServer.use(
      status(aUser()),
      http.put('*/api/user/addToWishlist', async ({ request }) => {
        calls.push(`add ${JSON.stringify(await request.json())}`)
        return HttpResponse.json({ success: true, message: '' })
      }),
      http.delete('*/api/user/wishlist', async ({ request }) => {
        calls.push(`remove ${JSON.stringify(await request.json())}`)
        return HttpResponse.json({ success: true, message: '' })
      }),
    )
    const { user } = renderShop('/product/panadol-500')
    await title()
    await screen.findByRole('link', { name: /^Wishlist/ })
    const add = main().getByRole('button', { name: 'Add to wishlist' })
    expect(add.className).toContain('text-primary')
    await user.click(add)
    const remove = await main().findByRole('button', { name: 'Remove from wishlist' })
    expect(remove.className).toContain('text-danger')
    await user.click(remove)
    expect(await main().findByRole('button', { name: 'Add to wishlist' })).toBeTruthy()
    await waitFor(() =>
      expect(calls).toEqual([
        'add {"productID":"panadol-500"}',
        'remove {"productID":"panadol-500"}',
      ]),
    )
  })

  test('of a visitor is remembered without signing in', async () => {
    const { user, address } = renderShop('/product/panadol-500')
    await title()
    await user.click(main().getByRole('button', { name: 'Add to wishlist' }))
    expect(await main().findByRole('button', { name: 'Remove from wishlist' })).toBeTruthy()
    expect(address()).toBe('/product/panadol-500')
  })
})

describe('the specifications', () => {
  const rows = () =>
    within(main().getByRole('table', { name: /Specifications|المواصفات/ }))
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent))

  test('are brand, description and item code for every product', async () => {
    shopServer.use(detail({ english_description: 'For pain.', code: 'PAN-500' }))
    renderShop('/product/panadol-500')
    await title()
    expect(rows()).toEqual([
      ['Brand', 'Panadol'],
      ['Description', 'For pain.'],
      ['Item code', 'PAN-500'],
    ])
  })

  test('and in Arabic all that a pharmacy says, units included', async () => {
    shopServer.use(
      detail({
        arabic_description: 'لتسكين الألم.',
        code: 'PAN-500',
        active_ingredients: [
          { name: 'Paracetamol', arabic_name: 'باراسيتامول', strength: '120 mg / 5 ml' },
          { name: 'Caffeine' },
        ],
        form: 'syrup',
        pack_size: '100 ml',
        english_usage: 'Shake well.',
        arabic_usage: 'رجّ العبوة جيدًا.',
        english_warnings: 'Not with other paracetamol.',
      }),
    )
    renderShop('/product/panadol-500', { lang: 'arabic' })
    expect((await title()).textContent).toBe('بنادول 500 ملغ')
    expect(rows()).toEqual([
      ['العلامة التجارية', 'بنادول'],
      ['الوصف', 'لتسكين الألم.'],
      ['رمز المنتج', 'PAN-500'],
      ['المواد الفعالة', 'باراسيتامول · 120 ملغ / 5 ملCaffeine'],
      ['الشكل الدوائي', 'شراب'],
      ['حجم العبوة', '100 مل'],
      ['طريقة الاستعمال', 'رجّ العبوة جيدًا.'],
    ])
    const warnings = screen.getByRole('region', { name: 'تحذيرات' })
    expect(warnings.querySelector('p')?.textContent).toBe('Not with other paracetamol.')
    expect(warnings.querySelector('p')?.lang).toBe('en')
  })
})

describe('the pictures', () => {
  test('one alone has no thumbnails and is fetched first', async () => {
    shopServer.use(detail({ images: [picture('front')] }))
    renderShop('/product/panadol-500')
    const image = await main().findByRole('img', { name: 'front from the front' })
    expect(image.getAttribute('fetchpriority')).toBe('high')
    expect(image.getAttribute('srcset')).toContain('/media/front/800.webp 800w')
    expect(main().queryByRole('button', { name: 'Picture 1 of 1' })).toBeNull()
  })

  test.each([
    ['english', 1, 'Picture 3 of 3', '{ArrowLeft}'],
    ['arabic', -1, 'الصورة 3 من 3', '{ArrowRight}'],
  ] as const)(
    'in %s a thumbnail or an arrow key moves to its picture',
    async (lang, sign, third, back) => {
      shopServer.use(detail({ images: ['a', 'b', 'c'].map((name) => picture(name)) }))
      const { user } = renderShop('/product/panadol-500', { lang })
      await title()
      const gallery = within(main().getByRole('region', { name: /Product pictures|صور المنتج/ }))
      const strip = gallery.getByRole('list', { name: /Product pictures|صور المنتج/ })
      Object.defineProperty(strip, 'clientWidth', { value: 300 })
      const moved = vi.fn<(options: ScrollToOptions) => void>()
      strip.scrollTo = moved as typeof strip.scrollTo
      await user.click(gallery.getByRole('button', { name: third }))
      expect(moved).toHaveBeenLastCalledWith({ left: sign * 600 })
      expect(gallery.getByRole('button', { current: true })).toBe(
        gallery.getByRole('button', { name: third }),
      )
      strip.focus()
      await user.keyboard(back)
      expect(moved).toHaveBeenLastCalledWith({ left: sign * 300 })
    },
  )

  test('one opens large, and larger at a press', async () => {
    shopServer.use(detail({ images: [picture('front')] }))
    const { user } = renderShop('/product/panadol-500')
    await title()
    await user.click(main().getByRole('button', { name: 'Enlarge the picture' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Product pictures' }))
    expect(dialog.getByRole('img').getAttribute('src')).toBe('/media/front/800.webp')
    const larger = dialog.getByRole('button', { pressed: false })
    await user.click(larger)
    expect(larger.getAttribute('aria-pressed')).toBe('true')
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('no picture at all shows an icon', async () => {
    renderShop('/product/panadol-500')
    expect(await main().findByRole('img', { name: 'No picture' })).toBeTruthy()
  })
})
