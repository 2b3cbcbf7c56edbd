import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { components } from '../../generated/api'
import { aManaged, pendingHandler, productTableHandler } from '../../test-setup/admin-server'
import { renderShop } from '../../test-setup/render-shop'
import { aProduct, aUser, shopServer, status } from '../../test-setup/shop-server'
import { aStore } from '../../test-setup/store-server'

type Schemas = components['schemas']

beforeAll(() => {
  window.scrollTo = () => {}
  shopServer.listen({ onUnhandledFrame: 'error' })
})
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const main = () => within(screen.getByRole('main'))
const admin = () => [status(aUser({ admin: true })), pendingHandler()]

test('the overview says what today brought, what runs out and what waits', async () => {
  const days = Array.from({ length: 30 }, (_, place) => ({
    day: `2026-10-${String(place + 1).padStart(2, '0')}`,
    orders: place === 29 ? 3 : 1,
    total: place === 29 ? 45.5 : 10,
  }))
  const overview: Schemas['Overview'] = {
    success: true,
    today: { day: '2026-10-30', orders: 3, total: 45.5 },
    sales: days,
    open_orders: [{ status: 'placed', count: 2 }],
    low_stock: [aProduct({ nb_in_stock: 1 })],
    low_stock_count: 4,
    pending_products: 1,
    pending_stores: 2,
  }
  shopServer.use(
    ...admin(),
    http.get('*/api/admin/overview', () => HttpResponse.json(overview)),
  )
  const { user } = renderShop('/admin')
  expect(await screen.findByRole('link', { name: /Orders today 3/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Waiting for approval 3/ }).getAttribute('href')).toBe(
    '/admin/approvals',
  )
  expect(screen.getByRole('link', { name: /Low stock 4/ }).getAttribute('href')).toBe(
    '/admin/products?stock=low',
  )
  expect(screen.getByRole('link', { name: /Placed 2/ }).getAttribute('href')).toBe(
    '/admin/orders?status=placed',
  )
  expect(screen.getByRole('link', { name: /Only 1 left/ })).toBeTruthy()
  expect(screen.getByRole('img', { name: /\$335\.50 in 32 orders/ })).toBeTruthy()
  await user.click(screen.getByText('Show as a table'))
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows).toHaveLength(31)
  expect(rows[1]?.textContent).toBe('30 October 20263$45.50')
})

test('a price is saved from the table, shown at once, with the version it had', async () => {
  const sent: unknown[] = []
  let row = aManaged({ price: 4 }, { version: 5 })
  shopServer.use(
    ...admin(),
    productTableHandler(() => [row]),
    http.patch('*/api/admin/product/panadol-500', async ({ request }) => {
      sent.push(await request.json())
      row = aManaged({ price: 4.5, discounted_price: 4.5 }, { version: 6 })
      return HttpResponse.json({ success: true, code: 'saved', message: '', product: row })
    }),
  )
  const { user } = renderShop('/admin/products')
  const price = await screen.findByLabelText<HTMLInputElement>('Price of Panadol 500 mg')
  await user.clear(price)
  await user.type(price, '-1')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Price must be an amount such as 4.25')).toBeTruthy()
  await user.clear(price)
  await user.type(price, '4.5{Enter}')
  await waitFor(() => expect(price.value).toBe('4.50'))
  expect(sent).toEqual([{ price: '4.5', version: 5 }])
  await user.type(price, '9{Escape}')
  expect(price.value).toBe('4.50')
})

test('stock that an order took meanwhile does not stop a new price', async () => {
  const versions: unknown[] = []
  shopServer.use(
    ...admin(),
    productTableHandler(() => [aManaged({ price: 4, nb_in_stock: 5 }, { version: 1 })]),
    http.patch('*/api/admin/product/panadol-500', async ({ request }) => {
      const { version } = (await request.json()) as { version: number }
      versions.push(version)
      if (version === 1) {
        return HttpResponse.json(
          {
            success: false,
            code: 'product_changed',
            message: '',
            changed: ['nb_in_stock'],
            current: aProduct({ nb_in_stock: 4, version: 2 }),
          },
          { status: 409 },
        )
      }
      const product = aManaged({ price: 6, nb_in_stock: 4 }, { version: 3 })
      return HttpResponse.json({ success: true, code: 'saved', message: '', product })
    }),
  )
  const { user } = renderShop('/admin/products')
  const price = await screen.findByLabelText<HTMLInputElement>('Price of Panadol 500 mg')
  await user.clear(price)
  await user.type(price, '6{Enter}')
  await waitFor(() => expect(versions).toEqual([1, 2]))
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Stock of Panadol 500 mg').value).toBe('4'),
  )
  expect(screen.queryByText(/changed meanwhile/)).toBeNull()
})

test('two people changing the same stock: both numbers are shown and one is chosen', async () => {
  const sent: { version: number; nb_in_stock: string }[] = []
  shopServer.use(
    ...admin(),
    productTableHandler(() => [aManaged({ nb_in_stock: 5 }, { version: 1 })]),
    http.patch('*/api/admin/product/panadol-500', async ({ request }) => {
      const body = (await request.json()) as { version: number; nb_in_stock: string }
      sent.push(body)
      if (body.version === 1) {
        return HttpResponse.json(
          {
            success: false,
            code: 'product_changed',
            message: '',
            changed: ['nb_in_stock'],
            current: aProduct({ nb_in_stock: 50, version: 2 }),
          },
          { status: 409 },
        )
      }
      const product = aManaged({ nb_in_stock: 7 }, { version: 3 })
      return HttpResponse.json({ success: true, code: 'saved', message: '', product })
    }),
  )
  const { user } = renderShop('/admin/products')
  const stock = await screen.findByLabelText<HTMLInputElement>('Stock of Panadol 500 mg')
  await user.clear(stock)
  await user.type(stock, '7{Enter}')
  expect(await screen.findByText('Panadol 500 mg changed meanwhile')).toBeTruthy()
  expect(stock.value).toBe('50')
  await user.click(screen.getByRole('button', { name: /Keep mine/ }))
  await waitFor(() => expect(stock.value).toBe('7'))
  expect(sent).toEqual([
    { version: 1, nb_in_stock: '7' },
    { version: 2, nb_in_stock: '7' },
  ])
})

test('the filters of the table live in the address', async () => {
  const asked: string[] = []
  shopServer.use(
    ...admin(),
    productTableHandler(
      () => [aManaged()],
      (query) => asked.push(query),
    ),
  )
  const { user, address } = renderShop('/admin/products')
  await user.selectOptions(await main().findByLabelText('Status'), 'Waiting for approval')
  await user.type(main().getByRole('searchbox', { name: 'Name, brand or code' }), 'banadol{Enter}')
  await waitFor(() => expect(address()).toBe('/admin/products?q=banadol&status=pending'))
  await waitFor(() => expect(asked.at(-1)).toBe('?page=1&limit=25&q=banadol&status=pending'))
})

test('what waits is approved at a press and rejected with a reason', async () => {
  const sent: unknown[] = []
  let products = [aManaged({}, { status: 'pending', submitted_by: 'karim' })]
  let stores: Schemas['ManagedStore'][] = [
    {
      store: aStore({ status: 'pending' }),
      owner: {
        full_name: 'Karim Saad',
        username: 'karim',
        email: 'karim@example.com',
        phone_nb: '70123456',
      },
      products: 0,
      open_orders: 0,
      created_at: '2026-11-01T10:00:00Z',
    },
  ]
  const decided =
    (what: string) =>
    async ({ request }: { request: Request }) => {
      sent.push([what, await request.json()])
      if (what === 'store') stores = []
      else products = []
      return HttpResponse.json({
        success: true,
        code: 'status_updated',
        message: '',
        store: aStore(),
        product: aManaged(),
      })
    }
  shopServer.use(
    status(aUser({ admin: true })),
    http.get('*/api/admin/pending', () =>
      HttpResponse.json({
        success: true,
        products,
        stores,
        product_count: products.length,
        store_count: stores.length,
      }),
    ),
    http.put('*/api/admin/store/s1/status', decided('store')),
    http.put('*/api/admin/product/panadol-500/status', decided('product')),
  )
  const { user } = renderShop('/admin/approvals')
  await user.click(await screen.findByRole('button', { name: 'Approve: Panadol 500 mg' }))
  await waitFor(() => expect(main().queryByText('Panadol 500 mg')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Reject: Cedar Pharmacy' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(dialog.getByText('Tell the owner why')).toBeTruthy()
  await user.type(dialog.getByRole('textbox'), 'No licence')
  await user.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(await screen.findByText('Nothing is waiting for approval')).toBeTruthy()
  expect(sent).toEqual([
    ['product', { status: 'approved' }],
    ['store', { status: 'rejected', reason: 'No licence' }],
  ])
})

test('a file is checked first; every problem is listed, and only a good file is imported', async () => {
  const runs: string[] = []
  const job: Schemas['Job'] = {
    id: 'j1',
    kind: 'import_products',
    state: 'done',
    dry_run: true,
    done: 2,
    total: 2,
    created: 0,
    updated: 0,
    problems: [{ row: 3, column: 'price', code: 'price_money', value: '=1+1' }],
    problem_count: 1,
    started_at: '2026-11-01T10:00:00Z',
  }
  const differences: Schemas['JobRowsAnswer'] = {
    success: true,
    total: 1,
    page_size: 50,
    rows: [
      {
        row: 2,
        kind: 'changed',
        product: 'p1',
        code: 'DOVE-1',
        english_name: 'Dove Soap',
        arabic_name: 'صابون دوف',
        changes: [
          { field: 'price', old: '4.00', new: '5.00' },
          {
            field: 'nb_in_stock',
            old: '39',
            new: '39',
            note: 'stock_stays',
            exported: '49',
            file: '49',
          },
        ],
      },
    ],
  }
  let now = job
  shopServer.use(
    ...admin(),
    http.post('*/api/admin/import/products', async ({ request }) => {
      const [, dryRun = ''] = /name="dry_run"\s+(\w+)/.exec(await request.text()) ?? []
      runs.push(dryRun)
      now =
        runs.length === 1
          ? job
          : {
              ...job,
              id: `j${runs.length}`,
              problems: [],
              problem_count: 0,
              created: 1,
              updated: 1,
              finished_at: '2026-11-01T10:00:01Z',
            }
      return HttpResponse.json({ success: true, job: now }, { status: 202 })
    }),
    http.post('*/api/admin/job/:id/confirm', ({ params }) => {
      runs.push(String(params['id']))
      now = { ...now, dry_run: false, finished_at: '2026-11-01T10:00:02Z' }
      return HttpResponse.json({ success: true, job: now }, { status: 202 })
    }),
    http.get('*/api/admin/job/:id/rows', () => HttpResponse.json(differences)),
    http.get('*/api/admin/job/:id', () => HttpResponse.json({ success: true, job: now })),
  )
  const { user, address } = renderShop('/admin/import')
  const choose = (name: string) =>
    fireEvent.change(main().getByLabelText(/Choose (a|another) file/), {
      target: { files: [new File(['code'], name, { type: 'text/csv' })] },
    })
  await screen.findByText('Drop a CSV file here, or choose one')
  choose('bad.csv')
  await user.click(screen.getByRole('button', { name: 'Check the file' }))
  expect(await screen.findByText('Price must be an amount such as 4.25')).toBeTruthy()
  expect(screen.getByText('=1+1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  expect(address()).toBe('/admin/import?job=j1')

  choose('good.csv')
  await user.click(screen.getByRole('button', { name: 'Check the file' }))
  expect(await screen.findByText('2 rows are ready to import')).toBeTruthy()
  expect(await screen.findByText('Dove Soap')).toBeTruthy()
  expect(main().getByText('$4.00').closest('del')).toBeTruthy()
  expect(main().getByText('$5.00').closest('ins')).toBeTruthy()
  expect(main().getByText(/^Sold since the export/).textContent).toBe(
    'Sold since the export: 10 (49 → 39). The stock stays 39.',
  )
  await user.click(screen.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText('2 products imported')).toBeTruthy()
  expect(runs).toEqual(['true', 'true', 'j2'])
})

test('the meter names what lacks a language and leads to it', async () => {
  const meter: Schemas['TranslationMeter'] = {
    success: true,
    products: 200,
    complete: 199,
    missing_english: 0,
    missing_arabic: 0,
    strength_differs: 1,
    without_concern: 2,
    problem_count: 1,
    problems: [
      {
        id: 'p1',
        code: 'P1',
        english_name: 'Panadol 500 mg',
        arabic_name: 'بنادول ٢٥٠ ملغ',
        problem: 'strength_differs',
        field: 'arabic_name',
        english: '500 mg',
        arabic: '٢٥٠ ملغ',
      },
    ],
  }
  shopServer.use(
    ...admin(),
    http.get('*/api/admin/translations', () => HttpResponse.json(meter)),
  )
  renderShop('/admin/translations')
  expect(await screen.findByRole('progressbar', { name: /99% of the products/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Panadol 500 mg/ }).getAttribute('href')).toBe(
    '/product/edit/p1',
  )
  expect(screen.getByText('٢٥٠ ملغ')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'No concern chosen' }).getAttribute('href')).toBe(
    '/admin/products?status=approved&without_concern=true',
  )
})

test('signals are listed by kind with the way to the audit log, and what browsers refused', async () => {
  shopServer.use(
    ...admin(),
    http.get('*/api/admin/signals', () =>
      HttpResponse.json({
        signals: [
          { kind: 'takeovers', subject: 'u1', count: 1, last_at: '2026-11-12T10:00:00Z' },
          { kind: 'new_accounts', subject: 'n1', count: 21, last_at: '2026-11-12T10:00:00Z' },
        ],
        violations: [
          {
            directive: 'script-src',
            blocked: 'evil.example',
            page: 'product',
            count: 7,
            last_day: '2026-11-12',
          },
        ],
      }),
    ),
  )
  renderShop('/admin/signals')
  expect(await screen.findByText('Email changed, then password reset')).toBeTruthy()
  expect(screen.getByText('New accounts from one network')).toBeTruthy()
  expect(screen.queryByText('Declined cards')).toBeNull()
  expect(screen.getByText('evil.example')).toBeTruthy()
  const logs = screen
    .getAllByRole('link', { name: 'Audit log' })
    .map((link) => link.getAttribute('href'))
  expect(logs.filter((to) => to?.includes('actor='))).toEqual(['/admin/audit?actor=u1'])
})

test('undelivered mail is listed with its reason, sent again once, and then gone', async () => {
  let mails = [
    {
      id: 'm1',
      about: 'order',
      reason: '550 no such mailbox',
      attempts: 3,
      queued_at: '2026-11-12T10:00:00Z',
    },
  ]
  const sent: unknown[] = []
  shopServer.use(
    ...admin(),
    http.get('*/api/admin/mail/undelivered', () =>
      HttpResponse.json(mails, { headers: { 'X-Total-Count': String(mails.length) } }),
    ),
    http.post('*/api/admin/mail/undelivered/:id/retry', ({ params }) => {
      sent.push(params['id'])
      mails = []
      return HttpResponse.json({ success: true, code: 'mail_queued', message: '' })
    }),
  )
  const { user } = renderShop('/admin/mail')
  expect(await screen.findByText('550 no such mailbox')).toBeTruthy()
  expect(screen.getByText('About an order')).toBeTruthy()
  expect(screen.getByText(/3 attempts/)).toBeTruthy()
  await user.dblClick(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('The email will be sent again')).toBeTruthy()
  expect(await screen.findByText('Every email was delivered')).toBeTruthy()
  expect(sent).toEqual(['m1'])
})

test('undelivered mail that cannot be sent again stays in the list, and the reason is said', async () => {
  const mail = {
    id: 'm1',
    about: 'account',
    reason: '550 no such mailbox',
    attempts: 1,
    queued_at: '2026-11-12T10:00:00Z',
  }
  shopServer.use(
    ...admin(),
    http.get('*/api/admin/mail/undelivered', () =>
      HttpResponse.json([mail], { headers: { 'X-Total-Count': '1' } }),
    ),
    http.post('*/api/admin/mail/undelivered/:id/retry', () => HttpResponse.error()),
  )
  const { user } = renderShop('/admin/mail')
  await user.click(await screen.findByRole('button', { name: 'Send again' }))
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(screen.getByText('550 no such mailbox')).toBeTruthy()
})

test('the admin navigation links the groups and the screens of the one that is open', async () => {
  shopServer.use(
    ...admin(),
    productTableHandler(() => []),
  )
  renderShop('/admin/products')
  const navigation = within(await screen.findByRole('navigation', { name: 'Admin' }))
  const [groups, screens] = navigation.getAllByRole('list')
  const links = (row: HTMLElement | undefined) =>
    [...(row?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
  expect(links(groups)).toContain('/admin')
  expect(links(groups)).toContain('/admin/orders')
  expect(links(groups)).toContain('/admin/products')
  expect(links(groups)).not.toContain('/admin/approvals')
  expect(links(screens)).toContain('/admin/approvals')
  expect(links(screens)).not.toContain('/admin/audit')
  expect(navigation.getByRole('link', { name: 'Products' }).getAttribute('aria-current')).toBe(
    'page',
  )
  expect(navigation.getByRole('link', { name: /^Catalogue/ }).getAttribute('aria-current')).toBe(
    'true',
  )
})

test.each(['/admin', '/admin/orders', '/admin/notice/privacy'])(
  'an admin without the two-factor sign-in that the shop asks for is led from %s to the account',
  async (path) => {
    shopServer.use(
      status(aUser({ admin: true })),
      http.get('*/api/*', ({ request }) =>
        request.url.includes('/api/admin/')
          ? HttpResponse.json(
              { success: false, code: 'second_step_required', message: '' },
              { status: 403 },
            )
          : undefined,
      ),
    )
    renderShop(path)
    expect(
      await main().findByRole('heading', {
        level: 1,
        name: 'This shop requires two-step verification for admins',
      }),
    ).toBeTruthy()
    expect(
      main().getByRole('link', { name: 'Turn it on in my account' }).getAttribute('href'),
    ).toBe('/user/account#two-factor')
    expect(main().queryByRole('alert')).toBeNull()
  },
)

test('a missed search becomes a word for a concern, and can be taken away again', async () => {
  let words: { word: string; concern: string }[] = []
  shopServer.use(
    ...admin(),
    http.get('*/api/admin/searches', () =>
      HttpResponse.json([{ query: 'zukkamat', match: 'none', count: 7, last_day: '2026-11-15' }], {
        headers: { 'X-Total-Count': '1' },
      }),
    ),
    http.get('*/api/concerns', () =>
      HttpResponse.json([
        { key: 'cold_flu', group: 'cold_cough', label: { english: 'Cold and flu', arabic: 'رشح' } },
      ]),
    ),
    http.get('*/api/admin/concern-words', () => HttpResponse.json(words)),
    http.post('*/api/admin/concern-words', async ({ request }) => {
      words = [(await request.json()) as { word: string; concern: string }]
      return HttpResponse.json({ success: true, code: 'word_added', message: '' })
    }),
    http.delete('*/api/admin/concern-words', ({ request }) => {
      const word = new URL(request.url).searchParams.get('word')
      words = words.filter((other) => other.word !== word)
      return HttpResponse.json({ success: true, code: 'word_removed', message: '' })
    }),
  )
  const { user } = renderShop('/admin/searches')
  expect(await screen.findByText('zukkamat')).toBeTruthy()
  expect(screen.getByText('No words were added yet.')).toBeTruthy()
  const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add' })
  expect(add().disabled).toBe(true)
  await user.selectOptions(
    await screen.findByRole('combobox', { name: /^Add as a word for/ }),
    'Cold and flu',
  )
  await user.click(add())
  expect(await screen.findByText(/Word added/)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Remove zukkamat' }))
  expect(await screen.findByText('Word removed')).toBeTruthy()
  expect(await screen.findByText('No words were added yet.')).toBeTruthy()
})

const feverAdvice = {
  key: 'fever',
  label: { english: 'Fever', arabic: 'حرارة' },
  advice: { english: 'Ask a doctor.', arabic: 'اسأل طبيبًا.' },
  default_advice: { english: 'Ask a doctor.', arabic: 'اسأل طبيبًا.' },
  version: 0,
  changed_at: null,
}

test('the advice of a concern is worded in both languages, and a later edit wins nothing by accident', async () => {
  const sent: unknown[] = []
  const answers = [
    HttpResponse.json(
      { success: false, code: 'invalid_fields', message: '', errors: { arabic: 'advice_both' } },
      { status: 400 },
    ),
    HttpResponse.json({ success: false, code: 'notice_changed', message: '' }, { status: 409 }),
    HttpResponse.json({
      success: true,
      advice: {
        ...feverAdvice,
        advice: { english: 'Drink water.', arabic: 'اشرب الماء.' },
        version: 1,
        changed_at: '2026-11-16T06:00:00Z',
      },
    }),
  ]
  shopServer.use(
    ...admin(),
    http.get('*/api/admin/advice', () => HttpResponse.json([feverAdvice])),
    http.put('*/api/admin/advice/fever', async ({ request }) => {
      sent.push(await request.json())
      return answers[sent.length - 1]
    }),
  )
  const { user } = renderShop('/admin/advice')
  expect(await screen.findByText('Ask a doctor.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Edit the advice for Fever' }))
  const english = screen.getByLabelText('English text')
  const arabic = screen.getByLabelText('Arabic text')
  expect(arabic.getAttribute('dir')).toBe('rtl')
  await user.clear(english)
  await user.type(english, 'Drink water.')
  await user.clear(arabic)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Write it in both languages, or in none')).toBeTruthy()
  await user.type(arabic, 'اشرب الماء.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Someone else changed this text meanwhile')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('English text').value).toBe('Drink water.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved. The page shows the new text')).toBeTruthy()
  expect(await screen.findByText('Drink water.')).toBeTruthy()
  expect(screen.getByText('Changed by the shop')).toBeTruthy()
  expect(sent[2]).toEqual({ english: 'Drink water.', arabic: 'اشرب الماء.', version: 0 })
})

test('signals tell what stands out by kind, and lead to what a user did', async () => {
  shopServer.use(
    ...admin(),
    http.get('*/api/admin/signals', () =>
      HttpResponse.json({
        success: true,
        signals: [
          { kind: 'new_accounts', subject: 'n3tw0rk', count: 24, last_at: '2026-11-15T10:00:00Z' },
          { kind: 'declines', subject: 'us&r', count: 6, last_at: '2026-11-15T11:00:00Z' },
        ],
        violations: [
          {
            directive: 'script-src',
            blocked: 'evil.example',
            page: '/product',
            count: 3,
            last_day: '2026-11-14',
          },
        ],
      }),
    ),
  )
  renderShop('/admin/signals')
  expect(await main().findByRole('heading', { name: 'Declined cards' })).toBeTruthy()
  expect(main().getByRole('heading', { name: 'New accounts from one network' })).toBeTruthy()
  expect(main().queryByRole('heading', { name: 'Orders placed and cancelled' })).toBeNull()
  // A network has no entries of its own in the audit log, a user has.
  const rows = main().getAllByRole('listitem')
  const row = (subject: string) => rows.find(({ textContent }) => textContent.includes(subject))
  const link = row('us&r')?.querySelector('a')
  expect(link?.getAttribute('href')).toBe('/admin/audit?actor=us%26r')
  expect(row('n3tw0rk')).toBeTruthy()
  expect(row('n3tw0rk')?.querySelector('a')).toBeNull()
  expect(main().getByText('evil.example')).toBeTruthy()
})

test('without signals the screen says so, and a failure can be tried again', async () => {
  let fails = true
  shopServer.use(
    ...admin(),
    http.get('*/api/admin/signals', () =>
      fails
        ? HttpResponse.json({ success: false, code: 'internal', message: '' }, { status: 400 })
        : HttpResponse.json({ success: true, signals: [], violations: [] }),
    ),
  )
  const { user } = renderShop('/admin/signals')
  expect(await main().findByText('The signals could not be loaded')).toBeTruthy()
  fails = false
  await user.click(main().getByRole('button', { name: 'Try again' }))
  expect(await main().findByText('Nothing stands out')).toBeTruthy()
})

test('a rate that could not be set says so, and what was typed stays', async () => {
  const overview: Schemas['Overview'] = {
    success: true,
    today: { day: '2026-10-30', orders: 3, total: 45.5 },
    sales: [],
    open_orders: [],
    low_stock: [],
    low_stock_count: 0,
    pending_products: 0,
    pending_stores: 0,
  }
  shopServer.use(
    ...admin(),
    http.get('*/api/admin/overview', () => HttpResponse.json(overview)),
    http.post('*/api/admin/rate', () =>
      HttpResponse.json({ success: false, code: 'unavailable', message: '' }, { status: 503 }),
    ),
  )
  const { user } = renderShop('/admin')
  const field = await main().findByLabelText<HTMLInputElement>('Pounds for one dollar')
  await user.type(field, '90000')
  await user.click(main().getByRole('button', { name: 'Set the rate' }))
  expect(
    await screen.findByText('The shop is very busy. Please try again in a moment'),
  ).toBeTruthy()
  expect(field.value).toBe('90000')
})
