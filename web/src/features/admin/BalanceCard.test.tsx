import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { shopServer } from '../../test-setup/shop-server'
import { BalanceCard } from './BalanceCard'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const balance = { store: 's1', name: 'Cedars', balance: 12.5, commission: 10 }

test('a payment that fails keeps what was typed, and its second try is the same payment', async () => {
  const sent: { key: string | null; body: unknown }[] = []
  shopServer.use(
    http.post('*/api/admin/store/s1/payment', async ({ request }) => {
      sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() })
      return sent.length === 1
        ? HttpResponse.json(
            { success: false, code: 'payout_too_much', message: 'That is more than is owed' },
            { status: 409 },
          )
        : HttpResponse.json({ success: true, code: 'store_payment_recorded', message: 'Recorded' })
    }),
  )
  let changes = 0
  const { user } = renderUi(<BalanceCard balance={balance} onChanged={() => (changes += 1)} />)
  await user.click(screen.getByText('Record a payment', { selector: 'summary' }))
  const form = screen.getByLabelText('Amount').closest('form') as HTMLElement
  await user.type(within(form).getByLabelText('Amount'), '١٢٫٥')
  await user.type(within(form).getByLabelText('Note'), 'transfer 7')
  await user.click(within(form).getByRole('button', { name: 'Record a payment' }))
  expect(await screen.findByText('That is more than is owed')).toBeTruthy()
  expect(within(form).getByLabelText<HTMLInputElement>('Note').value).toBe('transfer 7')
  await user.click(within(form).getByRole('button', { name: 'Record a payment' }))
  await expect.poll(() => changes).toBe(1)
  expect(sent[0]?.body).toEqual({
    kind: 'payout',
    to_store: true,
    amount: 12.5,
    note: 'transfer 7',
  })
  expect(sent[1]?.key).toBe(sent[0]?.key)
  expect(within(form).getByLabelText<HTMLInputElement>('Amount').value).toBe('')
})

test('a commission above 100 is refused before it is sent', async () => {
  const { user } = renderUi(<BalanceCard balance={balance} onChanged={() => {}} />)
  await user.click(screen.getByText('Record a payment', { selector: 'summary' }))
  const field = screen.getByLabelText('Commission in %')
  await user.clear(field)
  await user.type(field, '101')
  expect(screen.getByText('Enter a percentage between 0 and 100')).toBeTruthy()
})

test('a store is named in the language of the screen', () => {
  renderUi(<BalanceCard balance={{ ...balance, arabic_name: 'الأرز' }} onChanged={() => {}} />, {
    lang: 'arabic',
  })
  expect(screen.getByRole('heading', { name: 'الأرز' })).toBeTruthy()
})
