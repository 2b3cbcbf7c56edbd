import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CardsTaken } from '../lib/page-data'
import { renderShop } from '../test-setup/render-shop'
import { aUser, shopServer, status } from '../test-setup/shop-server'

beforeAll(() => {
  window.scrollTo = () => {}
  shopServer.listen({ onUnhandledFrame: 'bypass' })
})
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const main = () => within(screen.getByRole('main'))

const notice = (some: object = {}) => ({
  success: true,
  notice: {
    name: 'terms',
    english: 'Hello.\n\n## Orders\n- One\n- <img src=x>',
    arabic: 'مرحبًا.',
    version: 2,
    changed_at: '2026-11-15T10:00:00Z',
    ...some,
  },
})

test('a message reaches the shop; what was typed stays until then', async () => {
  const sent: unknown[] = []
  let up = false
  shopServer.use(
    status(aUser()),
    http.post('*/api/contact', async ({ request }) => {
      if (!up) return HttpResponse.error()
      sent.push(await request.json())
      return HttpResponse.json({ success: true, code: 'message_sent', message: '' })
    }),
  )
  const { user } = renderShop('/contact')
  const name = await main().findByDisplayValue(aUser().full_name)
  await user.click(main().getByRole('button', { name: 'Send message' }))
  const message = main().getByRole('textbox', { name: /Message/ })
  expect(message.getAttribute('aria-invalid')).toBe('true')
  await user.type(message, 'Is Panadol in stock?')
  await user.click(main().getByRole('button', { name: 'Send message' }))
  await main().findByRole('alert')
  expect(message).toHaveProperty('value', 'Is Panadol in stock?')
  up = true
  await user.click(main().getByRole('button', { name: 'Send message' }))
  expect(await main().findByText('Thank you. We have received your message')).toBeTruthy()
  expect(sent).toEqual([
    { name: aUser().full_name, email: aUser().email, message: 'Is Panadol in stock?' },
  ])
  expect(message).toHaveProperty('value', '')
  expect(name).toHaveProperty('value', aUser().full_name)
})

test('a notice is read as text with headings and lists, and only admins are offered to edit it', async () => {
  shopServer.use(
    status(aUser()),
    http.get('*/api/notice/terms', () => HttpResponse.json(notice())),
  )
  renderShop('/terms')
  expect(await main().findByRole('heading', { name: 'Orders' })).toBeTruthy()
  expect(
    main()
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['One', '<img src=x>'])
  expect(main().getByText('As of 15 November 2026')).toBeTruthy()
  expect(main().queryByRole('link', { name: 'Edit this text' })).toBeNull()
})

test('an admin edits a notice, and is told when somebody else was quicker', async () => {
  let version = 2
  shopServer.use(
    status({ ...aUser(), admin: true }),
    http.get('*/api/notice/terms', () => HttpResponse.json(notice({ version }))),
    http.get('*/api/admin/pending', () =>
      HttpResponse.json({
        success: true,
        stores: [],
        products: [],
        store_count: 0,
        product_count: 0,
      }),
    ),
    http.put('*/api/admin/notice/terms', async ({ request }) => {
      const body = (await request.json()) as { version: number; english: string; arabic: string }
      if (body.version !== version) {
        return HttpResponse.json(
          { success: false, code: 'notice_changed', message: '' },
          { status: 409 },
        )
      }
      version++
      return HttpResponse.json(notice({ ...body, version }))
    }),
  )
  const { user } = renderShop('/admin/notice/terms')
  const english = await main().findByRole('textbox', { name: /English text/ })
  expect(english.getAttribute('dir')).toBe('ltr')
  expect(
    main()
      .getByRole('textbox', { name: /Arabic text/ })
      .getAttribute('dir'),
  ).toBe('rtl')
  version = 3 // somebody else
  await user.type(english, ' More.')
  await user.click(main().getByRole('button', { name: 'Save' }))
  expect(await main().findByText('Someone else changed this text meanwhile')).toBeTruthy()
  expect(english).toHaveProperty('value', `${notice().notice.english} More.`)
  await user.click(main().getByRole('button', { name: 'Load the newer text' }))
  await main().findByDisplayValue('مرحبًا.')
  await user.click(main().getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved. The page shows the new text')).toBeTruthy()
})

test.each([
  ['/about', 'About us'],
  ['/pharmacy-owners', 'For pharmacy owners'],
  ['/app', 'Download our App'],
  ['/secure-payment', 'Secure payment methods'],
])('%s has something to say', async (path, heading) => {
  renderShop(path)
  expect(await main().findByRole('heading', { level: 1, name: heading })).toBeTruthy()
  expect(main().getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(2)
})

describe('what can be paid with', () => {
  const footer = () => within(screen.getByRole('contentinfo'))
  const open = async (cards: CardsTaken) => {
    renderShop('/secure-payment', { data: { notFound: false, cards, answers: {} } })
    await main().findByRole('heading', { level: 1 })
  }

  test('a shop that takes cash only shows no cards anywhere', async () => {
    await open('none')
    expect(main().getByText('Cash on delivery')).toBeTruthy()
    expect(footer().getByText('Cash on delivery')).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/card|visa|american express/i)
  })

  test('a shop whose cards are typed at the bank does not speak of saved ones', async () => {
    await open('hosted')
    expect(footer().getByText('Visa')).toBeTruthy()
    expect(main().getByText(/on the bank's own page/)).toBeTruthy()
    expect(main().queryByText('How we keep your card')).toBeNull()
  })

  test('a shop that takes cards itself says how they are kept', async () => {
    await open('page')
    expect(main().getByText('How we keep your card')).toBeTruthy()
  })
})
