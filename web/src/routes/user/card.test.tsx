import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renderShop } from '../../test-setup/render-shop'
import { aUser, shopServer, status } from '../../test-setup/shop-server'

const mask = '•••• •••• •••• 4242'

function savedCard(some: Record<string, unknown> = {}) {
  return http.get('*/api/user/payment-form', () =>
    HttpResponse.json({
      success: true,
      decryptedCardName: 'Layla Haddad',
      decryptedCardNumber: mask,
      decryptedCVV: '',
      decryptedExpDate: '12/30',
      brand: 'visa',
      last4: '4242',
      methods: ['card', 'cash'],
      sandbox: true,
      ...some,
    }),
  )
}

const noCard = savedCard({
  decryptedCardName: '',
  decryptedCardNumber: '',
  decryptedExpDate: '',
  brand: '',
  last4: '',
})

const done = (code: string) => HttpResponse.json({ success: true, code, message: '' })

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => shopServer.use(status(aUser())))
afterEach(() => {
  shopServer.resetHandlers()
  sessionStorage.clear()
})
afterAll(() => shopServer.close())

const main = () => within(screen.getByRole('main'))
const title = () => main().findByRole('heading', { level: 1 })
const input = (name: string) =>
  document.querySelector<HTMLInputElement>(`[name=${name}]`) as HTMLInputElement
const recognised = () => document.querySelector('[data-recognised]')?.textContent
const save = () => main().getByRole('button', { name: 'Save' })

describe('without a card', () => {
  beforeEach(() => shopServer.use(noCard))

  test('one is added, grouped and recognised while typing, and nothing stays in the browser', async () => {
    const sent: unknown[] = []
    shopServer.use(
      http.post('*/api/user/add-card', async ({ request }) => {
        sent.push(await request.json())
        return done('card_added')
      }),
    )
    const { user } = renderShop('/user/card')
    expect((await title()).textContent).toBe('Add card')
    expect(main().queryByRole('button', { name: 'Delete' })).toBeNull()
    await user.type(input('card_name'), 'ليلى حداد')
    await user.type(input('card_number'), '5555')
    expect(recognised()).toBe('Mastercard')
    await user.clear(input('card_number'))
    await user.type(input('card_number'), '4242424242424242')
    expect(input('card_number').value).toBe('4242 4242 4242 4242')
    expect(recognised()).toBe('Visa')
    await user.type(input('exp_date'), '١٢٣٠')
    expect(input('exp_date').value).toBe('12/30')
    await user.type(input('cvv'), '987')
    shopServer.use(savedCard())
    await user.dblClick(save())
    expect(await main().findByText('Card added')).toBeTruthy()
    expect((await title()).textContent).toBe('Update card')
    expect(input('card_number').value).toBe(mask)
    expect(input('cvv').value).toBe('')
    expect(sent).toEqual([
      {
        card_name: 'ليلى حداد',
        card_number: '4242424242424242',
        cvv: '987',
        exp_date: '12/30',
      },
    ])
    const stored = JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])
    expect(stored).not.toMatch(/4242|987|حداد/)
  })

  test('its rules are said beside the fields', async () => {
    const { user } = renderShop('/user/card')
    await title()
    await user.type(input('card_number'), '4242')
    expect(await main().findByText('Number must be exactly 16 digits')).toBeTruthy()
    await user.type(input('exp_date'), '1330')
    expect(await main().findByText('Exp date must be in MM/YY or MM/YYYY format')).toBeTruthy()
    await user.click(save())
    expect(await main().findByText('CVV is required')).toBeTruthy()
    expect(main().getByText('Name is required')).toBeTruthy()
  })

  test('what the server finds wrong lands beside its field', async () => {
    shopServer.use(
      http.post('*/api/user/add-card', () =>
        HttpResponse.json(
          { success: false, code: 'invalid', errors: { card_number: 'card_number_luhn' } },
          { status: 400 },
        ),
      ),
    )
    const { user } = renderShop('/user/card')
    await title()
    await user.type(input('card_name'), 'Layla')
    await user.type(input('card_number'), '4242424242424241')
    await user.type(input('exp_date'), '1230')
    await user.type(input('cvv'), '123')
    await user.click(save())
    expect(await main().findByText('This card number is not valid')).toBeTruthy()
    expect(document.activeElement).toBe(input('card_number'))
  })
})

describe('with a card', () => {
  beforeEach(() => shopServer.use(savedCard()))

  test('the mask left as it is keeps the number', async () => {
    const sent: unknown[] = []
    shopServer.use(
      http.put('*/api/user/update-card', async ({ request }) => {
        sent.push(await request.json())
        return done('card_updated')
      }),
    )
    const { user } = renderShop('/user/card')
    expect((await title()).textContent).toBe('Update card')
    expect(recognised()).toBe('Visa')
    await user.clear(input('exp_date'))
    await user.type(input('exp_date'), '0131')
    await user.type(input('cvv'), '123')
    await user.click(save())
    expect(await main().findByText('Card updated')).toBeTruthy()
    expect(sent).toMatchObject([{ card_number: mask.replaceAll(' ', ''), exp_date: '01/31' }])
  })

  test('touching the mask begins a new number, and leaving nothing brings it back', async () => {
    const { user } = renderShop('/user/card')
    await title()
    await user.click(input('card_number'))
    await user.keyboard('{End}{Backspace}')
    expect(input('card_number').value).toBe('')
    await user.tab()
    await waitFor(() => expect(input('card_number').value).toBe(mask))
  })

  test('a failed update is called so, and what was typed stays', async () => {
    shopServer.use(http.put('*/api/user/update-card', () => HttpResponse.error()))
    const { user } = renderShop('/user/card')
    await title()
    await user.type(input('cvv'), '123')
    await user.click(save())
    expect((await main().findByRole('alert')).textContent).toMatch(/^Error updating card\./)
    expect(input('cvv').value).toBe('123')
  })

  test('it is deleted after asking', async () => {
    shopServer.use(http.put('*/api/user/delete-card', () => done('card_deleted')))
    const { user } = renderShop('/user/card')
    await title()
    await user.click(main().getByRole('button', { name: 'Delete' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Delete this card?' }))
    shopServer.use(noCard)
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await main().findByText('Card deleted')).toBeTruthy()
    expect((await title()).textContent).toBe('Add card')
  })

  test('a failed deletion is called so', async () => {
    shopServer.use(http.put('*/api/user/delete-card', () => HttpResponse.error()))
    const { user } = renderShop('/user/card')
    await title()
    await user.click(main().getByRole('button', { name: 'Delete' }))
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
    )
    expect((await main().findByRole('alert')).textContent).toBe('Error deleting card')
    expect((await title()).textContent).toBe('Update card')
  })
})
