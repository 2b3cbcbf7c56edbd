import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { BulkAnswer, BulkRow } from '../../domain/product-table/bulk'
import { aManaged } from '../../test-setup/admin-server'
import { renderUi } from '../../test-setup/render-ui'
import { shopServer } from '../../test-setup/shop-server'
import { BulkEdit, numberChange } from './BulkEdit'

beforeAll(() => shopServer.listen())
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

describe('numberChange', () => {
  test.each([
    ['price_percent', '5', { price_percent: 5 }],
    ['price_percent', '-2,5 %', null],
    ['price_percent', '-2,5%', { price_percent: -2.5 }],
    ['price_percent', '١٠', { price_percent: 10 }],
    ['price_percent', '-100', null],
    ['price_by', '-$0.50', { price_by: -0.5 }],
    ['price_by', '0', null],
    ['price_by', '1.234', null],
    ['stock_by', '-3', { stock_by: -3 }],
    ['stock_by', '1.5', null],
    ['stock_to', '0', { stock_to: 0 }],
    ['stock_to', '-1', null],
    ['stock_to', 'lots', null],
  ] as const)('%s %s', (kind, typed, want) => {
    expect(numberChange(kind, typed)).toEqual(want)
  })
})

const values = { price: 4, nb_in_stock: 10, off_sale: false }
const rows: BulkRow[] = [
  { _id: 'a', before: values, after: { ...values, price: 4.4 } },
  { _id: 'b', code: 'price_official', before: values, after: values },
]

test('BulkEdit shows each row before it changes any, and why one stays', async () => {
  const sent: unknown[] = []
  shopServer.use(
    http.post('*/api/store/s1/bulk-edit', async ({ request }) => {
      const body = (await request.json()) as { preview: boolean }
      sent.push(body)
      const answer: BulkAnswer = { success: true, rows }
      if (!body.preview) answer.edit = 'e1'
      return HttpResponse.json(answer)
    }),
  )
  const done: BulkAnswer[] = []
  const { user } = renderUi(
    <BulkEdit
      store="s1"
      selected={[
        aManaged({ id: 'a', english_name: 'Soap', price: 4, nb_in_stock: 10 }),
        aManaged({ id: 'b', english_name: 'Advil', price: 4, nb_in_stock: 10 }),
      ]}
      onDone={(answer) => done.push(answer)}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  expect(screen.getByText('Type a number')).toBeTruthy()
  expect(sent).toEqual([])

  await user.type(screen.getByLabelText('Percent, such as 5 or -2.5'), '10')
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'This will change' }))
  expect(dialog.getByText('$4.00').closest('del')).toBeTruthy()
  expect(dialog.getByText('$4.40').closest('ins')).toBeTruthy()
  expect(dialog.getByText('The official price list sets this price')).toBeTruthy()
  expect(done).toEqual([])

  await user.click(dialog.getByRole('button', { name: 'Change 1 product' }))
  await expect.poll(() => done.map(({ edit }) => edit)).toEqual(['e1'])
  expect(sent).toEqual(
    [true, false].map((preview) => ({
      preview,
      change: { price_percent: 10 },
      products: ['a', 'b'].map((id) => ({ _id: id, price: 4, nb_in_stock: 10 })),
    })),
  )
})
