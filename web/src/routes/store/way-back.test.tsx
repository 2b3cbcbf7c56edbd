import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { renderShop } from '../../test-setup/render-shop'
import { aUser, shopServer, status } from '../../test-setup/shop-server'
import { aStore, oneStore } from '../../test-setup/store-server'

beforeAll(() => {
  window.scrollTo = () => {}
  shopServer.listen({ onUnhandledFrame: 'error' })
})
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

test.each(['/store/s1/shift', '/store/s1/edit'])(
  'the way back from %s names the store in the language of the reader',
  async (path) => {
    shopServer.use(
      status(aUser()),
      oneStore(aStore({ name: 'Cedar', arabic_name: 'الأرز' }), true),
      http.get('*/api/store/s1/my-shift', () =>
        HttpResponse.json({ success: true, shift: null, orders: [], movements: [], ready: [] }),
      ),
    )
    renderShop(path, { lang: 'arabic' })
    const back = await screen.findByRole('link', { name: 'الأرز' })
    expect(back.getAttribute('href')).toBe('/store/s1')
  },
)

test('the report of shifts begins and ends with days in Lebanon', async () => {
  const asked: URL[] = []
  shopServer.use(
    status(aUser()),
    oneStore(aStore(), true),
    http.get('*/api/store/s1/shifts', () =>
      HttpResponse.json({ success: true, shifts: [], total: 0, couriers: [] }),
    ),
    http.get('*/api/store/s1/shift-report', ({ request }) => {
      asked.push(new URL(request.url))
      return HttpResponse.json({ success: true, rows: [] })
    }),
  )
  renderShop('/store/s1/shifts')
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  const day = (time: number) =>
    new Date(time).toLocaleDateString('en-CA', { timeZone: 'Asia/Beirut' })
  expect(asked[0]?.searchParams.get('to')).toBe(day(Date.now()))
  expect(asked[0]?.searchParams.get('from')).toBe(day(Date.now() - 6 * 86_400_000))
})
