import { expect, test } from 'vitest'
import { cashErrors, cashWish, noCash, readCash } from './cash'

test('nothing said is nothing sent', () => {
  expect(cashWish(noCash)).toBeUndefined()
  expect(cashWish({ ...noCash, usd: '100' })).toBeUndefined()
})

test('a note in either currency and in any digits is sent', () => {
  expect(cashWish({ pay_with: 'usd', usd: '١٠٠', lbp: '5' })).toEqual({
    pay_with: 'usd',
    hands_usd: 100,
  })
  expect(cashWish({ pay_with: 'both', usd: '20', lbp: '1,000,000' })).toEqual({
    pay_with: 'both',
    hands_usd: 20,
    hands_lbp: 1_000_000,
  })
})

test('what is no amount is told', () => {
  expect(cashErrors({ pay_with: 'both', usd: 'x', lbp: '0' })).toEqual({ usd: true, lbp: true })
  expect(cashErrors({ pay_with: 'usd', usd: '1001', lbp: 'x' })).toEqual({ usd: true, lbp: false })
  expect(cashErrors({ pay_with: 'lbp', usd: '', lbp: '' })).toEqual({ usd: false, lbp: false })
})

test('a draft from anywhere is read', () => {
  expect(readCash({ pay_with: 'eur', usd: 3 })).toEqual(noCash)
})
