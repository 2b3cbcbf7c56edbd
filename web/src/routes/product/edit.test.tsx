import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { components } from '../../generated/api'
import { pendingHandler } from '../../test-setup/admin-server'
import { renderShop } from '../../test-setup/render-shop'
import { aProduct, aUser, shopServer, status } from '../../test-setup/shop-server'

type Product = components['schemas']['Product']

beforeAll(() => {
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
  let made = 0
  URL.createObjectURL = () => `blob:picture-${made++}`
  URL.revokeObjectURL = () => {}
  shopServer.listen({ onUnhandledFrame: 'error' })
})
beforeEach(() => sessionStorage.clear())
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const picture = (url: string) => ({
  url,
  widths: { '200': url, '400': url, '800': url },
  alt: { en: '', ar: '' },
})

const product = (some: Partial<Product> = {}) =>
  aProduct({
    english_description: 'For pain',
    arabic_description: 'للألم',
    images: [picture('/media/a/400.webp'), picture('/media/b/400.webp')],
    version: 7,
    ...some,
  })

/** The calls of the form; `put` answers each saving. */
function form(
  shown: Product,
  put: (sent: Record<string, unknown>) => ReturnType<typeof HttpResponse.json>,
) {
  return [
    status(aUser({ admin: true })),
    pendingHandler(),
    http.get(`*/api/product-edit/${shown.id}`, () =>
      HttpResponse.json({ success: true, product: shown, proposes: false }),
    ),
    http.put(`*/api/product/${shown.id}`, async ({ request }) => {
      const body = (await request.json()) as { product: Record<string, unknown> }
      return put(body.product)
    }),
  ]
}

const saved = (now: Product) =>
  HttpResponse.json({ success: true, code: 'product_updated', message: '', product: now })
const input = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const save = () => screen.getByRole('button', { name: 'Save' })

test('a change is saved with the version it began from, and says so', async () => {
  const sent: Record<string, unknown>[] = []
  shopServer.use(
    ...form(product(), (body) => {
      sent.push(body)
      return saved(product({ price: 5.5, version: 8 }))
    }),
  )
  const { user } = renderShop('/product/edit/panadol-500')
  const price = await input('Price ($)')
  await user.clear(price)
  await user.type(price, '٥٫٥')
  await user.clear(await input('Discount (%)'))
  await user.type(await input('Discount (%)'), '10')
  expect(screen.getByText('$4.95')).toBeTruthy()
  await user.click(save())
  expect(await screen.findByText('Product updated')).toBeTruthy()
  expect(sent).toEqual([
    expect.objectContaining({
      price: '5.5',
      discount: '10',
      version: 7,
      images: [{ url: '/media/a/400.webp' }, { url: '/media/b/400.webp' }],
    }),
  ])
  expect((await input('Price ($)')).value).toBe('5.50')
})

test('each text area is written in its own language and direction', async () => {
  shopServer.use(...form(product(), () => saved(product())))
  renderShop('/product/edit/panadol-500', { lang: 'arabic' })
  const arabic = await input('الاسم بالعربية')
  expect([arabic.dir, arabic.lang]).toEqual(['rtl', 'ar'])
  const english = await input('الاسم بالإنجليزية')
  expect([english.dir, english.lang]).toEqual(['ltr', 'en'])
})

test('blank fields are named as the specification words it', async () => {
  shopServer.use(...form(product(), () => saved(product())))
  const { user } = renderShop('/product/edit/panadol-500')
  for (const label of ['English name', 'Arabic description', 'Code', 'Nb in stock', 'Discount (%)'])
    await user.clear(await input(label))
  await user.click(save())
  for (const name of ['English name', 'Arabic description', 'Code', 'Nb in stock', 'Discount'])
    expect(await screen.findByText(`${name} cannot be blank`)).toBeTruthy()
  expect(document.activeElement).toBe(await input('English name'))
})

test('a failure says Error updating product, and nothing typed is lost', async () => {
  shopServer.use(
    ...form(product(), () =>
      HttpResponse.json({ success: false, code: 'internal', message: '' }, { status: 500 }),
    ),
  )
  const { user } = renderShop('/product/edit/panadol-500')
  await user.type(await input('English name'), ' Extra')
  await user.click(save())
  expect(await screen.findByText('Error updating product')).toBeTruthy()
  expect((await input('English name')).value).toBe('Panadol 500 mg Extra')
})

test('somebody else was quicker: their fields are taken, contested ones are asked about', async () => {
  const theirs = product({ english_name: 'Panadol Night', price: 6, nb_in_stock: 2, version: 9 })
  const sent: Record<string, unknown>[] = []
  shopServer.use(
    ...form(product(), (body) => {
      sent.push(body)
      if (body['version'] === 9) return saved({ ...theirs, price: 5, version: 10 })
      return HttpResponse.json(
        {
          success: false,
          code: 'product_changed',
          message: '',
          changed: ['english_name', 'price', 'nb_in_stock'],
          current: theirs,
        },
        { status: 409 },
      )
    }),
  )
  const { user } = renderShop('/product/edit/panadol-500')
  await user.type(await input('English name'), ' Extra')
  await user.clear(await input('Price ($)'))
  await user.type(await input('Price ($)'), '5')
  await user.click(save())

  expect(await screen.findByText('This product changed while you were editing')).toBeTruthy()
  // Untouched: theirs. Touched: still mine until chosen otherwise.
  expect((await input('Nb in stock')).value).toBe('2')
  expect((await input('English name')).value).toBe('Panadol 500 mg Extra')
  const name = within(screen.getByRole('group', { name: 'English name' }))
  await user.click(name.getByRole('radio', { name: /Take theirs/ }))
  expect((await input('English name')).value).toBe('Panadol Night')
  await user.click(name.getByRole('radio', { name: /Keep mine/ }))
  expect((await input('English name')).value).toBe('Panadol 500 mg Extra')
  await user.click(name.getByRole('radio', { name: /Take theirs/ }))
  await user.click(save())
  expect(await screen.findByText('Product updated')).toBeTruthy()
  expect(sent[1]).toEqual(
    expect.objectContaining({
      english_name: 'Panadol Night',
      price: '5',
      nb_in_stock: '2',
      version: 9,
    }),
  )
})

test('pictures are sent at once, put in order by keyboard, and removed', async () => {
  let answers = 0
  const sent: Record<string, unknown>[] = []
  shopServer.use(
    ...form(product(), (body) => {
      sent.push(body)
      return saved(product({ version: 8 }))
    }),
    http.post('*/api/picture', () =>
      answers++ === 0
        ? HttpResponse.json(
            { success: true, image: picture('/media/c/400.webp'), ready: true },
            { status: 201 },
          )
        : HttpResponse.json({ success: false, code: 'image_broken', message: '' }, { status: 400 }),
    ),
  )
  const { user } = renderShop('/product/edit/panadol-500')
  const choose = await screen.findByLabelText('Choose pictures')
  const file = (name: string, type = 'image/png') => new File(['x'], name, { type })
  fireEvent.change(choose, { target: { files: [file('c.png'), file('x.svg', 'image/svg+xml')] } })
  expect(await screen.findByText(/Only JPEG, PNG and WebP/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())

  await user.click(screen.getByRole('button', { name: 'Move picture 3 earlier' }))
  await user.click(screen.getByRole('button', { name: 'Remove picture 1' }))
  fireEvent.change(choose, { target: { files: [file('broken.png')] } })
  expect(await screen.findByText('The picture cannot be read')).toBeTruthy()
  await user.click(save())
  expect(await screen.findByText(/A picture could not be uploaded/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove picture 3' }))
  await user.click(save())
  expect(await screen.findByText('Product updated')).toBeTruthy()
  expect(sent.map((body) => body['images'])).toEqual([
    [{ url: '/media/c/400.webp' }, { url: '/media/b/400.webp' }],
  ])
})

test('somebody who signs in again finds what was typed, and still meets what changed', async () => {
  shopServer.use(...form(product(), () => saved(product())))
  const first = renderShop('/product/edit/panadol-500')
  await first.user.type(await input('English name'), ' Extra')
  await waitFor(() => expect(sessionStorage.getItem('productDraft:panadol-500')).not.toBeNull())
  first.unmount()

  const versions: unknown[] = []
  shopServer.use(
    ...form(product({ code: 'NEW', version: 8 }), (body) => {
      versions.push(body['version'])
      return saved(product({ version: 9 }))
    }),
  )
  const again = renderShop('/product/edit/panadol-500')
  expect((await input('English name')).value).toBe('Panadol 500 mg Extra')
  await again.user.click(save())
  await waitFor(() => expect(versions).toEqual([7]))
})

const concernTexts = http.get('*/api/concerns', () =>
  HttpResponse.json([
    { key: 'fever', group: 'pain_fever', label: { english: 'Fever', arabic: 'حرارة' } },
    { key: 'headache', group: 'pain_fever', label: { english: 'Headache', arabic: 'وجع الرأس' } },
    { key: 'insulin', label: { english: 'Insulin', arabic: 'الإنسولين' }, not_sold: true },
  ]),
)

test('says what a product helps with and for whom, in order, and takes them away', async () => {
  const sent: Record<string, unknown>[] = []
  shopServer.use(
    concernTexts,
    ...form(product({ concerns: ['fever'], suits: ['adult'] }), (body) => {
      sent.push(body)
      return saved(product({ concerns: ['headache'], suits: ['child', 'adult'], version: 8 }))
    }),
  )
  const { user } = renderShop('/product/edit/panadol-500')
  const choice = await screen.findByRole('combobox', { name: 'What it helps with' })
  await waitFor(() => expect(within(choice).getByText('Headache')).toBeTruthy())
  expect(within(choice).queryByText('Fever')).toBeNull()
  await user.selectOptions(choice, 'Headache')
  await user.click(screen.getByRole('button', { name: /Fever/ }))
  const children = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Children' })
  expect(children.checked).toBe(false)
  await user.click(children)
  await user.click(save())
  expect(await screen.findByText('Product updated')).toBeTruthy()
  expect(sent).toEqual([
    expect.objectContaining({ concerns: ['headache'], suits: ['child', 'adult'], version: 7 }),
  ])
})

test('a concern that the server refuses is named beside its field', async () => {
  shopServer.use(
    concernTexts,
    ...form(product({ concerns: ['gone'] }), () =>
      HttpResponse.json(
        {
          success: false,
          code: 'invalid_fields',
          message: '',
          errors: { concerns: 'concerns_unknown' },
        },
        { status: 400 },
      ),
    ),
  )
  const { user } = renderShop('/product/edit/panadol-500')
  await user.type(await input('English name'), ' X')
  await user.click(save())
  const choice = await screen.findByRole('combobox', { name: 'What it helps with' })
  await waitFor(() => expect(choice.getAttribute('aria-invalid')).toBe('true'))
})
