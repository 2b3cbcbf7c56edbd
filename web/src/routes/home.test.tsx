import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { renderShop } from '../test-setup/render-shop'
import { aProduct, homeLists, shopServer } from '../test-setup/shop-server'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  shopServer.resetHandlers()
  sessionStorage.clear()
})
afterAll(() => shopServer.close())

const main = () => within(screen.getByRole('main'))
const sections = () =>
  main()
    .getAllByRole('heading', { level: 2 })
    .map((heading) => heading.textContent)

describe('Home', () => {
  test('shows its parts in the order of the specification', async () => {
    sessionStorage.setItem('sessionMessage', 'Welcome!')
    renderShop('/')
    await main().findByRole('link', { name: 'Panadol 500 mg' })
    expect(sections()).toEqual([
      'What can we help with?',
      'Products',
      'Categories',
      'Discounts',
      'Brands',
    ])
    const message = main().getByText('Welcome!')
    const title = main().getByRole('heading', { level: 1 })
    expect(message.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    const tiles = within(main().getByRole('region', { name: 'Categories' })).getAllByRole('link')
    expect(tiles.map((tile) => tile.getAttribute('href'))).toEqual([
      '/product/category/pain_killers',
      '/product/category/vitamins',
      '/product/category/colds',
      '/product/category/body_care',
      '/product/category/hygiene',
      '/product/category/first_aid',
    ])
    const brands = within(main().getByRole('region', { name: 'Brands' })).getAllByRole('link')
    expect(brands).toHaveLength(6)
    expect(brands[3]?.getAttribute('href')).toBe('/brand/head%20and%20shoulders')
    expect(main().getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe(
      '/product/discounts',
    )
  })

  test('says the same in Arabic', async () => {
    sessionStorage.setItem('sessionMessage', 'Order placed')
    renderShop('/', { lang: 'arabic' })
    expect((await main().findAllByRole('link', { name: 'بنادول 500 ملغ' }))[0]).toBeTruthy()
    expect(sections()).toEqual([
      'بماذا نساعدك؟',
      'المنتجات',
      'الفئات',
      'العروض',
      'العلامات التجارية',
    ])
    expect(main().queryByText('Order placed')).toBeNull()
  })

  test('a dismissed message is forgotten', async () => {
    sessionStorage.setItem('sessionMessage', 'Any words of another page')
    const { user } = renderShop('/')
    expect(await main().findByText('Any words of another page')).toBeTruthy()
    await user.click(main().getByRole('button', { name: 'Dismiss' }))
    expect(main().queryByText('Any words of another page')).toBeNull()
    expect(sessionStorage.getItem('sessionMessage')).toBeNull()
  })

  test('has no discounts section when there are none', async () => {
    shopServer.use(...homeLists([aProduct()], []))
    renderShop('/')
    await main().findByRole('link', { name: 'Panadol 500 mg' })
    await waitFor(() =>
      expect(sections()).toEqual(['What can we help with?', 'Products', 'Categories', 'Brands']),
    )
    expect(main().queryByRole('link', { name: 'Show all' })).toBeNull()
  })

  test('says when products do not arrive, and tries again', async () => {
    shopServer.use(
      http.get(
        '*/api/product/all',
        () => HttpResponse.json({ success: false, code: 'internal' }, { status: 500 }),
        {
          once: true,
        },
      ),
    )
    const { user } = renderShop('/')
    expect(await main().findByText('Error: Failed to fetch products.')).toBeTruthy()
    await user.click(main().getByRole('button', { name: 'Try again' }))
    expect(await main().findByRole('link', { name: 'Panadol 500 mg' })).toBeTruthy()
  })

  test('is rendered at once from the data of its document, without a call', async () => {
    const calls = vi.fn<() => void>()
    shopServer.use(
      http.get('*/api/product/*', () => {
        calls()
        return HttpResponse.json([])
      }),
    )
    renderShop('/', {
      data: {
        notFound: false,
        answers: {
          '/api/product/all?limit=12': { body: [aProduct({ english_name: 'Served' })], total: 1 },
          '/api/product/discounted-products-home': { body: [] },
        },
      },
    })
    expect(await main().findByRole('link', { name: 'Served' })).toBeTruthy()
    await screen.findByRole('link', { name: 'Sign in' })
    expect(calls).not.toHaveBeenCalled()
  })
})

describe('ProductCarousel', () => {
  test.each([
    ['english', 'Products', 'Next products', 'Previous products', 1],
    ['arabic', 'المنتجات', 'المنتجات التالية', 'المنتجات السابقة', -1],
  ] as const)(
    'in %s, next and previous move 510 px, mirrored',
    async (lang, name, next, previous, sign) => {
      const { user } = renderShop('/', { lang })
      const carousel = within(await main().findByRole('region', { name }))
      const row = carousel.getByRole('list')
      const moved = vi.fn<(options: ScrollToOptions) => void>()
      row.scrollBy = moved as typeof row.scrollBy
      await user.click(carousel.getByRole('button', { name: next }))
      await user.click(carousel.getByRole('button', { name: previous }))
      expect(moved.mock.calls).toEqual([[{ left: sign * 510 }], [{ left: sign * -510 }]])

      // The arrow keys mean the side they point to, whatever the language.
      moved.mockClear()
      row.focus()
      await user.keyboard('{ArrowRight}{ArrowLeft}')
      expect(moved.mock.calls).toEqual([[{ left: 510 }], [{ left: -510 }]])
    },
  )
})

describe('a product card', () => {
  const card = async (name: string) => {
    const link = await main().findByRole('link', { name })
    const article = link.closest('article')
    if (article === null) throw new Error('no card')
    return { article, within: within(article) }
  }

  test('links to its product and carries its brand', async () => {
    renderShop('/')
    const { article, within: inside } = await card('Dove Bar')
    expect(article.getAttribute('data-brand')).toBe('dove')
    expect(inside.getByRole('link', { name: 'Dove Bar' }).getAttribute('href')).toBe(
      '/product/dove-bar',
    )
  })

  test('a discount shows the old price struck', async () => {
    renderShop('/')
    const { article } = await card('Advil 200 mg')
    expect(article.querySelector('s')?.textContent).toContain('$4.00')
    expect(article.textContent).toContain('$3.20')
  })

  test('without stock there is no button', async () => {
    shopServer.use(...homeLists([aProduct({ in_stock: false, nb_in_stock: 0 })], []))
    renderShop('/')
    const { within: inside } = await card('Panadol 500 mg')
    expect(inside.getByText('Out of stock')).toBeTruthy()
    expect(inside.queryByRole('button', { name: 'Add to cart' })).toBeNull()
  })

  test('what the server took is added, and the badge follows', async () => {
    let sent: unknown
    shopServer.use(
      http.put('*/api/user/cart', async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json({ success: true, cart: [{}, {}, {}] })
      }),
    )
    const { user } = renderShop('/')
    const { within: inside } = await card('Dove Bar')
    await user.click(inside.getByRole('button', { name: 'Add to cart' }))
    expect(await inside.findByRole('button', { name: 'Added to cart' })).toBeTruthy()
    const [badge] = await screen.findAllByRole('link', { name: 'Cart, 3 products' })
    expect(badge).toBeTruthy()
    expect(sent).toEqual({ productId: 'dove-bar', quantity: 1 })
  })

  test('what the server refused leaves the button as it was, and says why', async () => {
    shopServer.use(
      http.put('*/api/user/cart', () =>
        HttpResponse.json(
          { success: false, code: 'product_unlisted', message: '' },
          { status: 409 },
        ),
      ),
    )
    const { user } = renderShop('/')
    const { within: inside } = await card('Dove Bar')
    await user.click(inside.getByRole('button', { name: 'Add to cart' }))
    expect(await screen.findByText('This product is no longer sold')).toBeTruthy()
    const again = inside.getByRole('button', { name: 'Add to cart' })
    expect(again.getAttribute('aria-busy')).toBeNull()
  })

  test('the heart of a visitor is remembered without signing in', async () => {
    const { user, address } = renderShop('/product/discounts')
    await user.click(await screen.findByRole('link', { name: 'Dawa, home' }))
    const { within: inside } = await card('Dove Bar')
    await user.click(inside.getByRole('button', { name: 'Add to wishlist' }))
    expect(await inside.findByRole('button', { name: 'Remove from wishlist' })).toBeTruthy()
    expect(address()).toBe('/')
  })
})
