import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  facetsHandler,
  listHandler,
  missingHandler,
  products,
} from '../test-setup/catalogue-server'
import { renderShop } from '../test-setup/render-shop'
import { shopServer } from '../test-setup/shop-server'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const main = () => within(screen.getByRole('main'))
const served = products(14)
const texts = http.get('*/api/concerns', () =>
  HttpResponse.json([
    {
      key: 'fever',
      group: 'pain_fever',
      label: { english: 'Fever', arabic: 'حرارة' },
      advice: { english: 'Ask a doctor.', arabic: 'استشر طبيبًا.' },
    },
  ]),
)

test.each([
  ['english', 'Fever', 'Ask a doctor.', 'Fever · Dawa'],
  ['arabic', 'حرارة', 'استشر طبيبًا.', 'حرارة · دواء'],
] as const)('is named after its concern and gives its advice, in %s', async (...row) => {
  const [lang, name, advice, title] = row
  const asked = vi.fn<(query: Record<string, string>) => void>()
  shopServer.use(listHandler('/api/concern/fever', served, asked), facetsHandler(served), texts)
  renderShop('/concern/fever', { lang })
  expect(await main().findByRole('heading', { level: 1, name })).toBeTruthy()
  expect(main().getByText(advice)).toBeTruthy()
  expect(asked).toHaveBeenCalledWith({ page: '1', limit: '12' })
  await waitFor(() => expect(document.title).toBe(title))
})

test('is narrowed and sorted in the address, as a category is', async () => {
  shopServer.use(listHandler('/api/concern/fever', served), facetsHandler(served), texts)
  const { user, address } = renderShop('/concern/fever')
  await user.click(await main().findByRole('checkbox', { name: 'Panadol (14)' }))
  expect(address()).toBe('/concern/fever?brands=panadol')
  await user.selectOptions(main().getByRole('combobox', { name: 'Sort by' }), 'Name')
  expect(address()).toBe('/concern/fever?brands=panadol&sort=name')
})

test('says that a concern does not exist', async () => {
  shopServer.use(missingHandler('/api/concern/nothing', 'not_found'), facetsHandler([]), texts)
  renderShop('/concern/nothing')
  expect(
    await main().findByRole('heading', { level: 1, name: 'This concern was not found' }),
  ).toBeTruthy()
})

test('says that something is not sold, under its name', async () => {
  shopServer.use(
    listHandler('/api/concern/insulin', []),
    facetsHandler([]),
    http.get('*/api/concerns', () =>
      HttpResponse.json([
        {
          key: 'insulin',
          label: { english: 'Insulin', arabic: 'أنسولين' },
          not_sold: true,
          pharmacist: { whatsapp: '+96170000000' },
        },
      ]),
    ),
  )
  renderShop('/concern/insulin')
  expect(await main().findByRole('heading', { level: 1, name: 'Insulin' })).toBeTruthy()
  const notice = 'We do not sell this online; ask the pharmacist'
  expect(main().getByRole('heading', { level: 2, name: notice })).toBeTruthy()
  expect(main().getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toBe(
    'https://wa.me/96170000000',
  )
})
