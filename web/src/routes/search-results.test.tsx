import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { facetsHandler, failingOnce, listHandler, products } from '../test-setup/catalogue-server'
import { renderShop } from '../test-setup/render-shop'
import { shopServer } from '../test-setup/shop-server'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const main = () => within(screen.getByRole('main'))
const title = () => main().findByRole('heading', { level: 1 })
const found = products(30, { brand: 'panadol' })

test('says what was searched for and shows what was found, best first', async () => {
  const asked = vi.fn<(query: Record<string, string>) => void>()
  shopServer.use(listHandler('/api/search', found, asked), facetsHandler(found))
  renderShop('/search-results?q=+panadol+extra+')
  expect((await title()).textContent).toBe('Results for: panadol extra')
  expect(await main().findByRole('link', { name: 'Product 1' })).toBeTruthy()
  expect(asked).toHaveBeenCalledWith({ name: 'panadol extra', page: '1', limit: '12' })
  expect(main().getByText('30 products')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Results for: panadol extra · Dawa'))
})

test('has the categories and the brands at the side', async () => {
  shopServer.use(listHandler('/api/search', found), facetsHandler(found))
  const { user, address } = renderShop('/search-results?q=بنادول', { lang: 'arabic' })
  expect((await title()).textContent).toBe('نتائج البحث عن: بنادول')
  const categories = within(main().getByRole('navigation', { name: 'الفئات' }))
  expect(categories.getAllByRole('link')).toHaveLength(6)
  expect(categories.getByRole('link', { name: 'الفيتامينات' }).getAttribute('href')).toBe(
    '/product/category/vitamins',
  )
  const brands = within(await main().findByRole('group', { name: 'العلامات التجارية' }))
  await user.click(await brands.findByRole('checkbox', { name: 'بنادول (30)' }))
  expect(address()).toBe(`/search-results?q=${encodeURIComponent('بنادول')}&brands=panadol`)
})

test('can be turned and sorted without losing what was searched for', async () => {
  Element.prototype.scrollIntoView = () => {}
  shopServer.use(listHandler('/api/search', found), facetsHandler(found))
  const { user, address } = renderShop('/search-results?q=pan')
  await user.click(await main().findByRole('link', { name: 'Page 2' }))
  expect(address()).toBe('/search-results?q=pan&page=2')
  await user.selectOptions(main().getByRole('combobox', { name: 'Sort by' }), 'Newest')
  expect(address()).toBe('/search-results?q=pan&sort=newest')
  await user.selectOptions(main().getByRole('combobox', { name: 'Sort by' }), 'Best match')
  expect(address()).toBe('/search-results?q=pan')
})

test('says when the results are of another reading of what was typed', async () => {
  shopServer.use(
    listHandler('/api/search', found, () => {}, {
      'X-Showing-Results-For': encodeURIComponent('بنادول'),
    }),
    facetsHandler(found),
  )
  renderShop('/search-results?q=fkh%5D%2Cg')
  expect(await main().findByText('Showing results for', { exact: false })).toBeTruthy()
  const note = main().getByText('بنادول').closest('[role=status]')
  expect(note?.textContent).toBe(
    'Showing results for بنادولNothing was found for fkh],gSearch for exactly fkh],g',
  )
  expect(main().getByRole('link', { name: 'Search for exactly fkh],g' }).getAttribute('href')).toBe(
    '/search-results?q=%22fkh%5D,g%22',
  )
})

test('a correction without one right spelling still says so and offers the literal search', async () => {
  shopServer.use(
    listHandler('/api/search', found, () => {}, { 'X-Match': 'corrected' }),
    facetsHandler(found),
  )
  renderShop('/search-results?q=panadolextra')
  expect(await main().findByText(/Nothing is spelt exactly/)).toBeTruthy()
  expect(main().getByRole('link', { name: 'Search for exactly panadolextra' })).toBeTruthy()
})

test('nothing found: what to try, the categories and the brands', async () => {
  shopServer.use(listHandler('/api/search', []), facetsHandler([]))
  renderShop('/search-results?q=xyz')
  const heading = await main().findByRole('heading', { level: 2, name: /^No results for .*xyz/ })
  expect(heading.nextElementSibling?.textContent).toContain('Check the spelling')
  expect(main().getAllByRole('link', { name: 'Vitamins' })).toHaveLength(2)
  const brands = within(await main().findByRole('navigation', { name: 'Brands' }))
  expect(brands.getByRole('link', { name: 'Head and Shoulders' }).getAttribute('href')).toBe(
    '/brand/head%20and%20shoulders',
  )
})

test.each(['/search-results', '/search-results?q=', '/search-results?q=+%20'])(
  '%s asks what one is looking for, and asks the server nothing',
  async (path) => {
    renderShop(path)
    expect((await title()).textContent).toBe('Type what you are looking for')
    expect(main().getByRole('list', { name: 'Categories' })).toBeTruthy()
  },
)

test('says when results do not arrive, and tries again', async () => {
  shopServer.use(listHandler('/api/search', found), facetsHandler(found))
  shopServer.use(failingOnce('/api/search'))
  const { user } = renderShop('/search-results?q=pan')
  expect(await main().findByText('Error: Failed to fetch products.')).toBeTruthy()
  await user.click(main().getByRole('button', { name: 'Try again' }))
  expect(await main().findByRole('link', { name: 'Product 1' })).toBeTruthy()
})

test('an endless search is cut where the server would refuse it, between two characters', async () => {
  const asked = vi.fn<(query: Record<string, string>) => void>()
  shopServer.use(listHandler('/api/search', found, asked), facetsHandler(found))
  renderShop(`/search-results?q=x${encodeURIComponent('💊'.repeat(5000))}`)
  await main().findByRole('link', { name: 'Product 1' })
  expect(asked.mock.calls[0]?.[0]['name']).toBe(`x${'💊'.repeat(199)}`)
})

const fever = {
  key: 'fever',
  group: 'pain_fever',
  label: { english: 'Fever', arabic: 'حرارة' },
  advice: { english: 'More than 3 days: ask a doctor.', arabic: 'أكثر من 3 أيام: استشر طبيبًا.' },
}
const insulin = {
  key: 'insulin',
  label: { english: 'Insulin', arabic: 'أنسولين' },
  not_sold: true,
  pharmacist: { phone: '+9611000000', whatsapp: '+96170000000' },
}

/** The texts of concerns, as the server gives those that are asked for. */
const concernTexts = http.get('*/api/concerns', ({ request }) => {
  const keys = new URL(request.url).searchParams.get('keys')?.split(',') ?? []
  return HttpResponse.json([fever, insulin].filter(({ key }) => keys.includes(key)))
})

const answered = (list: typeof found, headers: Record<string, string>) =>
  shopServer.use(
    listHandler('/api/search', list, () => {}, headers),
    facetsHandler(list),
    concernTexts,
  )

test.each([
  ['english', 'For: Fever', 'More than 3 days: ask a doctor.'],
  ['arabic', 'لأجل: حرارة', 'أكثر من 3 أيام: استشر طبيبًا.'],
] as const)(
  'names the concern and its advice above the list, in %s',
  async (lang, label, advice) => {
    answered(found, { 'X-Match': 'concern', 'X-Concern': 'fever' })
    renderShop('/search-results?q=fever', { lang })
    const note = await main().findByText(advice)
    expect(main().getByText((_, element) => element?.textContent === label)).toBeTruthy()
    const list = main().getAllByRole('article')[0] ?? main().getAllByRole('listitem').at(-1)
    expect(list && note.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  },
)

test('puts loose results under a heading of their own and not under a concern', async () => {
  answered(found, { 'X-Match': 'loose', 'X-Concern': 'fever' })
  renderShop('/search-results?q=fever+xyz')
  const heading = await main().findByRole('heading', {
    level: 2,
    name: 'No exact match. Perhaps one of these',
  })
  const section = heading.closest('section')
  expect(section && within(section).getByRole('link', { name: 'Product 1' })).toBeTruthy()
  expect(main().queryByText(/^For:/)).toBeNull()
  expect(main().getByText('More than 3 days: ask a doctor.')).toBeTruthy()
})

test('has no loose heading over plain matches', async () => {
  answered(found, { 'X-Match': 'exact' })
  renderShop('/search-results?q=panadol')
  expect(await main().findByRole('link', { name: 'Product 1' })).toBeTruthy()
  expect(main().queryByText('No exact match. Perhaps one of these')).toBeNull()
})

test('says that the spelling was corrected', async () => {
  answered(found, { 'X-Match': 'corrected' })
  renderShop('/search-results?q=panadoll')
  expect((await main().findByText(/^Nothing is spelt exactly/)).textContent).toContain('panadoll')
})

test.each([
  ['english', 'We do not sell this online; ask the pharmacist', 'Insulin', /^Call/],
  ['arabic', 'لا نبيع هذا عبر الإنترنت؛ اسأل الصيدلي', 'أنسولين', /^اتصل/],
] as const)('sends who asks for what is not sold to the pharmacist, in %s', async (...row) => {
  const [lang, sentence, label, call] = row
  answered([], { 'X-Match': 'none', 'X-Not-Sold': 'insulin' })
  renderShop('/search-results?q=insulin', { lang })
  expect(await main().findByRole('heading', { level: 2, name: sentence })).toBeTruthy()
  expect(main().getByText(label)).toBeTruthy()
  expect(main().getByRole('link', { name: call }).getAttribute('href')).toMatch(/^tel:\+961\d+$/)
  expect(main().getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toMatch(
    /^https:\/\/wa\.me\/961\d+$/,
  )
  expect(main().queryByRole('combobox')).toBeNull()
})

test('who may be in danger is told to call an ambulance', async () => {
  answered([], { 'X-Match': 'none', 'X-Not-Sold': 'emergency' })
  renderShop('/search-results?q=chest+pain')
  expect(
    await main().findByRole('heading', { level: 2, name: 'This may be an emergency' }),
  ).toBeTruthy()
  expect(main().getByRole('link', { name: 'Call 140' }).getAttribute('href')).toBe('tel:140')
  expect(main().queryByText('We do not sell this online; ask the pharmacist')).toBeNull()
})

test('has no links to a pharmacist whom the shop does not name', async () => {
  answered([], { 'X-Match': 'none', 'X-Not-Sold': 'insulin' })
  shopServer.use(
    http.get('*/api/concerns', () => HttpResponse.json([{ ...insulin, pharmacist: undefined }])),
  )
  renderShop('/search-results?q=insulin')
  expect(await main().findByText('Insulin')).toBeTruthy()
  expect(main().queryByRole('link', { name: /^Call|WhatsApp/ })).toBeNull()
  expect(main().getByRole('link', { name: 'Write to us' })).toBeTruthy()
})

test('says that something is not sold even when its name does not arrive', async () => {
  answered([], { 'X-Match': 'none', 'X-Not-Sold': 'insulin' })
  shopServer.use(failingOnce('/api/concerns'))
  renderShop('/search-results?q=insulin')
  expect(await main().findByText('We do not sell this online; ask the pharmacist')).toBeTruthy()
})

test('does not blame the spelling when nothing serves a concern that was understood', async () => {
  answered([], { 'X-Match': 'none', 'X-Concern': 'fever' })
  renderShop('/search-results?q=fever')
  expect(await main().findByText('We have nothing for this now. Ask the pharmacist.')).toBeTruthy()
  expect(main().queryByText(/Check the spelling/)).toBeNull()
})
