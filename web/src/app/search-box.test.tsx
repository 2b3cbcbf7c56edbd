import { screen, waitFor, within } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { components } from '../generated/api'
import { facetsHandler, listHandler } from '../test-setup/catalogue-server'
import { renderShop } from '../test-setup/render-shop'
import { aProduct, shopServer } from '../test-setup/shop-server'

type Suggestion = components['schemas']['Suggestion']
type Suggestions = components['schemas']['Suggestions']

const suggestions: Suggestion[] = [
  { ...aProduct(), highlight: { english_name: [[0, 3]], arabic_name: [[0, 2]] } },
  aProduct({ id: 'pan-extra', english_name: 'Panadol Extra', arabic_name: 'بنادول اكسترا' }),
]
const found = (products: Suggestion[], others: Partial<Suggestions> = {}): Suggestions => ({
  match: 'exact',
  concerns: [],
  products,
  brands: [],
  ...others,
})
let asked: string[] = []
let givenUp: string[] = []

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
  localStorage.clear()
  asked = []
  givenUp = []
  shopServer.use(
    http.get('*/api/suggest', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('q') ?? '')
      return HttpResponse.json(found(suggestions))
    }),
    listHandler('/api/search', []),
    facetsHandler([]),
    http.get(/\/api\/product\/(pan[a-z0-9-]+)$/, ({ params }) =>
      HttpResponse.json({
        success: true,
        product: aProduct({ id: String(params[0]) }),
        addedToWishlist: false,
      }),
    ),
    listHandler('/api/product/category/pain_killers', []),
  )
})
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const header = () => within(screen.getByRole('banner'))
const box = () => header().getByRole<HTMLInputElement>('combobox')
const open = () => header().findAllByRole('option')

describe('the search box', () => {
  test('suggests from two characters on, once the typing rests', async () => {
    const { user } = renderShop('/')
    await user.type(box(), 'p')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(asked).toEqual([])
    await user.type(box(), 'an')
    const options = await open()
    expect(options.map((option) => option.textContent)).toEqual([
      'Panadol 500\u00a0mg$4.00',
      'Panadol Extra$4.00',
    ])
    expect(asked.length).toBeLessThanOrEqual(2)
    expect(asked.at(-1)).toBe('pan')
    expect(header().getByText('2 suggestions')).toBeTruthy()
  })

  test.each([
    ['english', 'Fever', 'Fever · 14 products', 'Panadol · 30 products'],
    ['arabic', 'حرارة', 'حرارة · 14 منتجًا', 'بنادول · 30 منتجًا'],
  ] as const)('offers concerns, then products, then brands, in %s', async (...row) => {
    const [lang, label, concern, brand] = row
    shopServer.use(
      http.get('*/api/suggest', () =>
        HttpResponse.json(
          found(suggestions, {
            concerns: [{ key: 'fever', count: 14, label: { english: 'Fever', arabic: 'حرارة' } }],
            brands: [{ brand: 'panadol', count: 30 }],
          }),
        ),
      ),
      listHandler('/api/concern/fever', []),
    )
    const { user, address } = renderShop('/', { lang })
    await user.type(box(), label.slice(0, 3))
    const options = (await open()).map((option) => option.textContent)
    expect(options[0]).toBe(concern)
    expect(options.at(-1)).toBe(brand)
    expect(options).toHaveLength(4)
    expect(header().getAllByRole('group')).toHaveLength(3)
    await user.keyboard('{ArrowDown}{Enter}')
    expect(address()).toBe('/concern/fever')
  })

  test('offers the recent searches of this device under an empty box, until they are cleared', async () => {
    Element.prototype.scrollIntoView = () => {}
    localStorage.setItem('recentSearches', JSON.stringify(['vitamin c', 'dove']))
    const { user, address } = renderShop('/')
    await user.click(box())
    expect((await open()).map((option) => option.textContent)).toEqual(['vitamin c', 'dove'])
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(address()).toBe('/search-results?q=dove')
    await user.clear(box())
    await user.type(box(), 'advil{Enter}')
    expect(localStorage.getItem('recentSearches')).toBe('["advil","vitamin c","dove"]')
    await user.clear(box())
    expect(await open()).toHaveLength(3)
    await user.click(header().getByRole('button', { name: 'Clear recent searches' }))
    await waitFor(() => expect(header().queryByRole('option')).toBeNull())
    expect(localStorage.getItem('recentSearches')).toBeNull()
    expect(document.activeElement).toBe(box())
  })

  test('marks what was typed, in the name of the language', async () => {
    const { user } = renderShop('/', { lang: 'arabic' })
    await user.type(box(), 'بن')
    const [first] = await open()
    expect(first?.querySelector('mark')?.textContent).toBe('بن')
    expect(first?.textContent).toContain('بنادول 500\u00a0ملغ')
  })

  test('fewer than two characters clear the suggestions at once', async () => {
    const { user } = renderShop('/')
    await user.type(box(), 'pan')
    await open()
    await user.keyboard('{Backspace}{Backspace}')
    await waitFor(() => expect(header().queryByRole('option')).toBeNull())
    expect(box().getAttribute('aria-expanded')).toBe('false')
  })

  test('the arrows choose, and Enter opens the product', async () => {
    const { user, address } = renderShop('/')
    await user.type(box(), 'pan')
    await open()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    const chosen = header().getByRole('option', { selected: true })
    expect(chosen.textContent).toContain('Panadol Extra')
    expect(box().getAttribute('aria-activedescendant')).toBe(chosen.id)
    await user.keyboard('{Enter}')
    expect(address()).toBe('/product/pan-extra')
    expect(box().value).toBe('')
    expect(header().queryByRole('option')).toBeNull()
  })

  test('Enter without a choice searches', async () => {
    const { user, address } = renderShop('/')
    await user.type(box(), ' panadol extra {Enter}')
    expect(address()).toBe('/search-results?q=panadol+extra')
    expect(header().queryByRole('option')).toBeNull()
    expect(box().value).toBe('panadol extra')
  })

  test('Escape closes the suggestions and keeps what was typed', async () => {
    const { user } = renderShop('/')
    await user.type(box(), 'pan')
    await open()
    await user.keyboard('{Escape}')
    expect(header().queryByRole('option')).toBeNull()
    expect(box().value).toBe('pan')
  })

  test('a press opens the product, and the last row all results', async () => {
    const { user, address } = renderShop('/')
    await user.type(box(), 'pan')
    await user.click((await open())[0] ?? document.body)
    expect(address()).toBe('/product/panadol-500')
    await user.type(box(), 'pan')
    await open()
    await user.click(header().getByRole('button', { name: 'See all results' }))
    expect(address()).toBe('/search-results?q=pan')
    await waitFor(() => expect(header().queryByRole('option')).toBeNull())
  })

  test('an empty or blank search does nothing', async () => {
    const { user, address } = renderShop('/')
    await user.type(box(), '   {Enter}')
    expect(address()).toBe('/')
    expect(box().required).toBe(true)
    expect(asked).toEqual([])
  })

  test('a question that newer typing has outdated is given up', async () => {
    shopServer.use(
      http.get('*/api/suggest', async ({ request }) => {
        const name = new URL(request.url).searchParams.get('q') ?? ''
        if (name === 'pan') {
          request.signal.addEventListener('abort', () => givenUp.push(name))
          await delay('infinite')
        }
        return HttpResponse.json(found(suggestions.slice(1)))
      }),
    )
    const { user } = renderShop('/')
    await user.type(box(), 'pan')
    await new Promise((resolve) => setTimeout(resolve, 250))
    await user.type(box(), 'a')
    expect(await open()).toHaveLength(1)
    await waitFor(() => expect(givenUp).toEqual(['pan']))
  })

  test('suggestions that cannot be had leave the search as it is', async () => {
    shopServer.use(
      http.get('*/api/suggest', () =>
        HttpResponse.json({ success: false, code: 'internal' }, { status: 500 }),
      ),
    )
    const { user, address } = renderShop('/')
    await user.type(box(), 'pan')
    await new Promise((resolve) => setTimeout(resolve, 250))
    await user.keyboard('{Enter}')
    expect(address()).toBe('/search-results?q=pan')
  })

  test('says what the address searches for, and follows it back', async () => {
    const { user } = renderShop('/search-results?q=dove')
    expect(box().value).toBe('dove')
    await user.click(screen.getByRole('link', { name: 'Dawa, home' }))
    expect(box().value).toBe('')
  })

  test('works as a plain form, before any script runs', () => {
    renderShop('/')
    const form = header().getByRole<HTMLFormElement>('search')
    expect([form.getAttribute('action'), form.method, box().name]).toEqual([
      '/search-results',
      'get',
      'q',
    ])
  })
})
