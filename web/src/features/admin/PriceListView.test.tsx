import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import type { PriceList, PriceListRow } from './price-lists'
import { type PriceListDecision, PriceListView } from './PriceListView'

const list: PriceList = {
  _id: 'a',
  state: 'compared',
  file_name: 'list.xlsx',
  source: 'Circular 7',
  at: '2026-11-16T02:00:00Z',
  rows: 9,
  same: 4,
  changed: 3,
  suspicious: 2,
  unmatched: 1,
  problems: 1,
  missing: 0,
  written: 0,
  skipped: 0,
}

const product = { _id: 'p', code: '622', english_name: 'Panadol', arabic_name: 'بنادول' }

const row = (number: number, more: Partial<PriceListRow> = {}): PriceListRow => ({
  row: number,
  kind: 'changed',
  product: { ...product, _id: `p${number}` },
  old_lbp: 100_000,
  new_lbp: 200_000,
  suspicious: true,
  accepted: false,
  ...more,
})

function show(rows: PriceListRow[], more: Partial<PriceList> = {}) {
  const decisions: PriceListDecision[] = []
  const rendered = renderUi(
    <PriceListView
      list={{ ...list, ...more }}
      rows={rows}
      total={rows.length}
      pageSize={25}
      kind={rows[0]?.kind ?? 'changed'}
      page={1}
      hrefFor={(kind, page) => `/admin/prices?list=a&kind=${kind}&page=${page}`}
      busy={false}
      onApply={(decision) => decisions.push(decision)}
      onCancel={() => {}}
    />,
  )
  return { ...rendered, decisions }
}

test('only what is ticked of the suspicious prices is applied', async () => {
  const { user, decisions } = show([
    row(4),
    row(5),
    row(6, { suspicious: false, new_lbp: 104_000 }),
  ])
  expect(screen.getAllByText('+100%')).toHaveLength(2)
  expect(screen.getByText('+4%')).toBeTruthy()
  const [first] = screen.getAllByLabelText('I have checked this price')
  if (first === undefined) throw new Error('no tick')
  await user.click(first)
  await user.click(screen.getByRole('button', { name: 'Apply 2 prices' }))
  expect(decisions).toEqual([{ accept: [4], accept_all: false }])
})

test('a later moment has to be chosen, and is sent as one', async () => {
  const { user, decisions } = show([row(4)])
  await user.click(screen.getByLabelText('I have checked all 2 of them'))
  await user.selectOptions(screen.getByLabelText('When should the prices apply?'), 'later')
  await user.click(screen.getByRole('button', { name: 'Apply 3 prices' }))
  expect(screen.getByText('Choose date and time')).toBeTruthy()
  await user.type(screen.getByLabelText('Date and time'), '2026-12-01T06:30')
  await user.click(screen.getByRole('button', { name: 'Apply 3 prices' }))
  expect(decisions).toEqual([
    { at: new Date('2026-12-01T06:30').toISOString(), accept: [], accept_all: true },
  ])
})

test('a problem names its row, its cell and what to do', () => {
  show([
    {
      row: 9,
      kind: 'problem',
      suspicious: false,
      accepted: false,
      name: 'X',
      code: 'price_list_shortened',
      value: '6.22E+12',
    },
  ])
  expect(screen.getByText('Row 9')).toBeTruthy()
  expect(screen.getByText(/Excel has shortened this code/)).toBeTruthy()
  expect(screen.getAllByText('6.22E+12')).toHaveLength(1)
})

test('a list that was applied says what became of its rows', () => {
  show(
    [
      row(4),
      row(5, { state: 'skipped', code: 'price_list_meanwhile' }),
      row(6, { state: 'applied' }),
    ],
    {
      state: 'applied',
      written: 1,
      skipped: 1,
    },
  )
  expect(screen.getByText('Applied: 1. Skipped: 1.')).toBeTruthy()
  expect(screen.getByText('Not ticked, left out')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Apply/ })).toBeNull()
})
