import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  facetsHandler,
  failingOnce,
  listHandler,
  missingHandler,
  products,
} from '../test-setup/catalogue-server'
import { renderShop } from '../test-setup/render-shop'
import { aProduct, shopServer } from '../test-setup/shop-server'

const CATEGORY = '/api/product/category/vitamins'
const panadols = products(20, { brand: 'panadol', price: 5, discounted_price: 5 })
const doves = products(8, { brand: 'dove', price: 40, discounted_price: 39.5 }, 'Dove')
const all = [...panadols, ...doves]

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => shopServer.use(listHandler(CATEGORY, all), facetsHandler(all)))
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const main = () => within(screen.getByRole('main'))
const region = { name: /^(Products|المنتجات)$/ }
const results = () => within(main().getByRole('region', region))
const cards = () => results().getAllByRole('article')
/** Opens a list; its chunk is there, its products may still be on their way. */
async function open(...args: Parameters<typeof renderShop>) {
  const shop = renderShop(...args)
  await main().findByRole('region', region)
  return shop
}

const pages = () => within(main().getByRole('navigation', { name: 'Pages' }))

describe('a category', () => {
  test('shows where one is, how many there are, and the first twelve', async () => {
    await open('/product/category/vitamins')
    await results().findByRole('link', { name: 'Product 1' })
    expect(main().getByRole('heading', { level: 1 }).textContent).toBe('Vitamins')
    expect(cards()).toHaveLength(12)
    expect(results().getByText('28 products')).toBeTruthy()
    expect(pages().getAllByRole('link', { name: /^Page/ })).toHaveLength(3)
    await waitFor(() => expect(document.title).toBe('Vitamins · Dawa'))
  })

  test('lists the six categories at the side, the current one marked', async () => {
    await open('/product/category/vitamins')
    const side = within(await main().findByRole('navigation', { name: 'Categories' }))
    expect(side.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/product/category/pain_killers',
      '/product/category/vitamins',
      '/product/category/colds',
      '/product/category/body_care',
      '/product/category/hygiene',
      '/product/category/first_aid',
    ])
    const current = side.getByRole('link', { current: 'page' })
    expect(current.textContent).toBe('Vitamins')
    expect(current.className).toContain('font-bold')
  })

  test('the side folds away and comes back', async () => {
    const { user } = await open('/product/category/vitamins')
    const side = await main().findByRole('complementary')
    const toggle = results().getByRole('button', { name: 'Hide filters' })
    expect(toggle.getAttribute('aria-controls')).toBe(side.id)
    await user.click(toggle)
    expect(side.className).toBe('hidden')
    await user.click(results().getByRole('button', { name: 'Show filters', expanded: false }))
    expect(side.className).not.toBe('hidden')
  })

  test('ticking brands narrows the whole category, in the address; unticking widens it', async () => {
    const asked = vi.fn<(query: Record<string, string>) => void>()
    shopServer.use(listHandler(CATEGORY, all, asked))
    const { user, address } = await open('/product/category/vitamins?page=2')
    await results().findByRole('link', { name: 'Product 13' })
    await user.click(await main().findByRole('checkbox', { name: 'Dove (8)' }))
    expect(address()).toBe('/product/category/vitamins?brands=dove')
    expect(document.activeElement?.getAttribute('value')).toBe('dove')
    expect(await results().findByText('8 products')).toBeTruthy()
    expect(asked).toHaveBeenLastCalledWith({ page: '1', limit: '12', brands: 'dove' })
    expect(cards()).toHaveLength(8)
    await user.click(main().getByRole('checkbox', { name: 'Panadol (20)' }))
    expect(address()).toBe('/product/category/vitamins?brands=dove,panadol')
    await user.click(main().getByRole('checkbox', { name: 'Dove (8)' }))
    await user.click(main().getByRole('checkbox', { name: 'Panadol (20)' }))
    expect(address()).toBe('/product/category/vitamins')
    expect(await results().findByText('28 products')).toBeTruthy()
  })

  test('what the address says is ticked, slid and sorted when the page is opened', async () => {
    await open('/product/category/vitamins?brands=dove&min_price=10&max_price=39&sort=price_desc')
    const box = await main().findByRole<HTMLInputElement>('checkbox', { name: 'Dove (8)' })
    expect(box.checked).toBe(true)
    const low = main().getByRole<HTMLInputElement>('slider', { name: 'Lowest price' })
    const high = main().getByRole<HTMLInputElement>('slider', { name: 'Highest price' })
    expect([low.value, high.value, high.max]).toEqual(['10', '39', '40'])
    expect(results().getByRole<HTMLSelectElement>('combobox').value).toBe('price_desc')
  })

  test('a thumb let go narrows by price in whole dollars; an end stays open', async () => {
    const { address } = await open('/product/category/vitamins')
    const low = await main().findByRole<HTMLInputElement>('slider', { name: 'Lowest price' })
    fireEvent.change(low, { target: { value: '7' } })
    fireEvent.keyUp(low, { key: 'ArrowRight' })
    fireEvent.change(low, { target: { value: '8' } })
    expect(address()).toBe('/product/category/vitamins')
    fireEvent.keyUp(low, { key: 'ArrowRight' })
    await waitFor(() => expect(address()).toBe('/product/category/vitamins?min_price=8'))
    expect(await results().findByText('8 products')).toBeTruthy()
    expect(results().getByRole('button', { name: /Remove filter: From .*\$8/ })).toBeTruthy()
  })

  test('in Arabic the slider begins at the right and means the same', async () => {
    const { address } = await open('/product/category/vitamins', { lang: 'arabic' })
    const high = await main().findByRole<HTMLInputElement>('slider', { name: 'أعلى سعر' })
    fireEvent.change(high, { target: { value: '6' } })
    fireEvent.pointerUp(high)
    await waitFor(() => expect(address()).toBe('/product/category/vitamins?max_price=6'))
    expect(await results().findByText('20 منتجًا')).toBeTruthy()
  })

  test('each filter can be taken away by its chip, and all at once', async () => {
    const { user, address } = await open(
      '/product/category/vitamins?brands=dove,panadol&max_price=20&sort=name',
    )
    const chips = within(await results().findByRole('list', { name: 'Active filters' }))
    await user.click(chips.getByRole('button', { name: 'Remove filter: Dove' }))
    expect(address()).toBe('/product/category/vitamins?brands=panadol&max_price=20&sort=name')
    await user.click(chips.getByRole('button', { name: 'Clear filters' }))
    expect(address()).toBe('/product/category/vitamins?sort=name')
    expect(results().queryByRole('list', { name: 'Active filters' })).toBeNull()
  })

  test('another order is asked for and written into the address; the default order is not', async () => {
    const asked = vi.fn<(query: Record<string, string>) => void>()
    shopServer.use(listHandler(CATEGORY, all, asked))
    const { user, address } = await open('/product/category/vitamins')
    const sort = await results().findByRole('combobox', { name: 'Sort by' })
    await user.selectOptions(sort, 'Price: low to high')
    expect(address()).toBe('/product/category/vitamins?sort=price_asc')
    await waitFor(() =>
      expect(asked).toHaveBeenLastCalledWith({ page: '1', limit: '12', sort: 'price_asc' }),
    )
    await user.selectOptions(sort, 'Newest')
    expect(address()).toBe('/product/category/vitamins?sort=newest')
    await user.selectOptions(sort, 'Available first')
    expect(address()).toBe('/product/category/vitamins')
  })

  test('turning a page shows it, brings the list to the top and the focus to it', async () => {
    const scrolled = vi.fn<() => void>()
    Element.prototype.scrollIntoView = scrolled
    const { user, address } = await open('/product/category/vitamins?sort=name')
    await results().findByRole('link', { name: 'Product 1' })
    expect(scrolled).not.toHaveBeenCalled()
    await user.click(pages().getByRole('link', { name: 'Page 3' }))
    expect(address()).toBe('/product/category/vitamins?page=3&sort=name')
    expect(await results().findByRole('link', { name: 'Dove 8' })).toBeTruthy()
    expect(cards()).toHaveLength(4)
    expect(scrolled).toHaveBeenCalledTimes(1)
    expect(document.activeElement).toBe(main().getByRole('region', region))
  })

  test('while products are on their way there are at most twelve quiet shapes', async () => {
    shopServer.use(
      http.get(`*${CATEGORY}`, async () => {
        await delay('infinite')
      }),
    )
    const { container } = await open('/product/category/vitamins')
    await waitFor(() => expect(container.querySelectorAll('[aria-busy=true] > *')).toHaveLength(12))
    expect(container.querySelector('[class*="aspect-[210/118]"]')).not.toBeNull()
  })

  test('says when products do not arrive, in the words of the specification, and tries again', async () => {
    shopServer.use(failingOnce(CATEGORY))
    const { user } = await open('/product/category/vitamins')
    const alert = within(await results().findByRole('alert'))
    expect(alert.getByText('Error: Failed to fetch products.')).toBeTruthy()
    expect(results().queryByText('Loading…')).toBeNull()
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await results().findByRole('link', { name: 'Product 1' })).toBeTruthy()
  })

  test('says when the counts do not arrive, keeps the products, and tries again', async () => {
    shopServer.use(failingOnce('/api/product/facets'))
    const { user } = await open('/product/category/vitamins')
    expect(await results().findByRole('link', { name: 'Product 1' })).toBeTruthy()
    const alert = within(await main().findByRole('alert'))
    expect(alert.getByText('Error: Failed to fetch total product count.')).toBeTruthy()
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await main().findByRole('checkbox', { name: 'Dove (8)' })).toBeTruthy()
  })

  test('filters that leave nothing say so and offer to be cleared', async () => {
    const { user, address } = await open('/product/category/vitamins?brands=vichy')
    expect(await results().findByRole('heading', { name: 'No products found' })).toBeTruthy()
    const clear = results().getAllByRole('button', { name: 'Clear filters' })
    await user.click(clear[1] ?? clear[0] ?? document.body)
    expect(address()).toBe('/product/category/vitamins')
    expect(await results().findByRole('link', { name: 'Product 1' })).toBeTruthy()
  })

  test('a page past the last leads back to the first', async () => {
    const { user, address } = await open('/product/category/vitamins?page=9&sort=name')
    await user.click(await results().findByRole('link', { name: 'Go to the first page' }))
    expect(address()).toBe('/product/category/vitamins?sort=name')
  })

  test('a category that does not exist says so without asking for it', async () => {
    renderShop('/product/category/toys')
    expect(
      await main().findByRole('heading', { level: 1, name: 'Category not found' }),
    ).toBeTruthy()
    expect(main().getAllByRole('link')).toHaveLength(6)
  })

  test('the filters of a phone are in a sheet, whose buttons count', async () => {
    const { user, address } = await open('/product/category/vitamins?brands=dove&max_price=39')
    await results().findByText('0 products')
    await user.click(results().getByRole('button', { name: 'Filters (2)' }))
    const sheet = within(screen.getByRole('dialog', { name: 'Filters' }))
    await user.click(sheet.getByRole('checkbox', { name: 'Panadol (20)' }))
    expect(address()).toBe('/product/category/vitamins?brands=dove,panadol&max_price=39')
    await user.click(await sheet.findByRole('button', { name: 'Show 20 results' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('adding from a card says so and offers the cart', async () => {
    shopServer.use(
      http.put('*/api/user/cart', () => HttpResponse.json({ success: true, cart: [{}] })),
    )
    const { user, address } = await open('/product/category/vitamins')
    await results().findByRole('link', { name: 'Product 1' })
    const [first] = results().getAllByRole('button', { name: 'Add to cart' })
    if (first === undefined) throw new Error('no button')
    await user.click(first)
    const news = within(screen.getByRole('region', { name: 'Notifications' }))
    expect(await news.findByText('Added to cart')).toBeTruthy()
    await user.click(news.getByRole('button', { name: 'View cart' }))
    expect(address()).toBe('/user/cart')
  })

  test('the pictures of a phone’s first rows are fetched at once, row by row, the rest when near', async () => {
    const image = {
      url: '/media/a/400.webp',
      widths: { 200: '/media/a/200.webp', 400: '/media/a/400.webp', 800: '/media/a/800.webp' },
      alt: { en: '', ar: '' },
    }
    shopServer.use(listHandler(CATEGORY, products(12, { images: [image] })))
    await open('/product/category/vitamins')
    await results().findByRole('link', { name: 'Product 1' })
    const images = cards().map((card) => card.querySelector('img'))
    const fetched = images.map((one) =>
      ['loading', 'fetchpriority'].map((name) => one?.getAttribute(name)).join(' '),
    )
    expect(fetched.slice(0, 5)).toEqual([
      'eager high',
      'eager high',
      'eager auto',
      'eager auto',
      'lazy auto',
    ])
    expect(images[0]?.getAttribute('sizes')).toBe(
      '(max-width: 600px) 200px, (max-width: 1200px) 400px, 800px',
    )
  })

  test('is rendered at once from the data of its document, without a call', async () => {
    const asked = vi.fn<() => void>()
    shopServer.use(
      http.get('*/api/product/*', () => {
        asked()
        return HttpResponse.json([])
      }),
    )
    await open('/product/category/vitamins?brands=head+and+shoulders&page=2', {
      data: {
        notFound: false,
        answers: {
          '/api/product/category/vitamins?page=2&limit=12&brands=head%20and%20shoulders': {
            body: [aProduct({ english_name: 'Served' })],
            total: 13,
            maxPrice: 4,
          },
          '/api/product/facets?category=vitamins': {
            body: {
              total: 20,
              max_price: 9,
              brands: [],
              categories: [],
              concerns: [],
              forms: [],
              suits: [],
              in_stock: 20,
            },
          },
        },
      },
    })
    expect(await results().findByRole('link', { name: 'Served' })).toBeTruthy()
    await screen.findByRole('link', { name: 'Sign in' })
    expect(asked).not.toHaveBeenCalled()
  })
})

describe('a brand', () => {
  const BRAND = '/api/brand/head%20and%20shoulders'

  test('has its name, the categories, the price and its products, but no choice of brands', async () => {
    shopServer.use(listHandler(BRAND, all))
    await open('/brand/head%20and%20shoulders')
    await results().findByRole('link', { name: 'Product 1' })
    expect(main().getByRole('heading', { level: 1 }).textContent).toBe('Head and Shoulders')
    expect(main().getByRole('navigation', { name: 'Categories' })).toBeTruthy()
    expect(await main().findByRole('slider', { name: 'Highest price' })).toBeTruthy()
    expect(main().queryByRole('checkbox')).toBeNull()
    expect(pages().getByRole('link', { name: 'Page 2' }).getAttribute('href')).toBe(
      '/brand/head%20and%20shoulders?page=2',
    )
  })

  test('says which products did not arrive: the first, or more of them', async () => {
    shopServer.use(failingOnce(BRAND))
    const first = await open('/brand/head%20and%20shoulders')
    expect(await main().findByText('Error: Failed to fetch initial products.')).toBeTruthy()
    first.unmount()
    shopServer.use(failingOnce(BRAND))
    await open('/brand/head%20and%20shoulders?page=2')
    expect(await main().findByText('Error: Failed to fetch products.')).toBeTruthy()
  })

  test('one that does not exist says so and leads on', async () => {
    shopServer.use(missingHandler('/api/brand/nobody', 'brand_not_found'))
    renderShop('/brand/nobody')
    expect(await main().findByRole('heading', { level: 1, name: 'Brand not found' })).toBeTruthy()
  })
})

describe('discounts', () => {
  const DISCOUNTS = '/api/product/discounted-products-page'

  test.each(['/product/discounts', '/product/discounts/'])(
    '%s shows them with their number and their brands',
    async (path) => {
      shopServer.use(listHandler(DISCOUNTS, all))
      await open(path)
      await results().findByRole('link', { name: 'Product 1' })
      expect(main().getByRole('heading', { level: 1 }).textContent).toBe('Discounts')
      expect(results().getByText('28 products')).toBeTruthy()
      expect(await main().findByRole('checkbox', { name: 'Panadol (20)' })).toBeTruthy()
    },
  )

  test('when there are none it says so', async () => {
    shopServer.use(listHandler(DISCOUNTS, []), facetsHandler([]))
    await open('/product/discounts')
    expect(
      await main().findByRole('heading', { name: 'There are no discounts right now' }),
    ).toBeTruthy()
  })

  test('says which products did not arrive', async () => {
    shopServer.use(failingOnce(DISCOUNTS))
    await open('/product/discounts')
    expect(await main().findByText('Error: Failed to fetch initial products.')).toBeTruthy()
  })
})
