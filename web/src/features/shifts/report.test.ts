import { expect, test } from 'vitest'
import type { ReportRow } from './api'
import { groupRows } from './report'

function aRow(store: ReportRow['store'], usd: number): ReportRow {
  const sum = { usd, lbp: 0 }
  return {
    day: '2026-11-01',
    store,
    courier: { _id: 'r', name: 'rami' },
    shifts: 1,
    unclosed: 0,
    float: sum,
    received: sum,
    change: sum,
    expected: sum,
    counted: sum,
    difference: sum,
    reasons: [],
  }
}

test('groupRows adds up by store and names each in the language of the reader', () => {
  const cedar = { _id: 'c', name: 'Cedar', arabic_name: 'الأرز' }
  const rows = [
    aRow(cedar, 0.1),
    aRow(cedar, 0.2),
    aRow({ _id: 'j', name: 'Jbeil' }, 1),
    aRow(null, 2),
  ]
  const named = (lang: 'english' | 'arabic') =>
    groupRows(rows, 'store', lang).map(({ name, received }) => [name, received.usd])
  expect(named('english')).toEqual([
    ['Cedar', 0.3],
    ['Jbeil', 1],
    [null, 2],
  ])
  expect(named('arabic').map(([name]) => name)).toEqual(['الأرز', 'Jbeil', null])
})
