import { expect, test } from 'vitest'
import { cardProblems } from './card-problems'

const now = new Date('2026-11-16T10:00:00Z')
const good = { card_number: '4242424242424242', exp_date: '12/29', cvv: '123' }

test.each([
  ['a good Visa', good, {}],
  ['American Express', { ...good, card_number: '378282246310005', cvv: '1234' }, {}],
  [
    'a wrong digit',
    { ...good, card_number: '4242424242424241' },
    { card_number: 'card_number_luhn' },
  ],
  [
    'a brand not taken',
    { ...good, card_number: '6011111111111117' },
    { card_number: 'card_brand' },
  ],
  ['last month', { ...good, exp_date: '10/26' }, { exp_date: 'card_expired' }],
  ['this month', { ...good, exp_date: '11/2026' }, {}],
])('cardProblems: %s', (_, card, problems) => {
  expect(cardProblems(card, now)).toEqual(problems)
})

test('cardProblems: a saved American Express card asks for four digits', () => {
  const saved = { ...good, card_number: '••••••••••••0005' }
  expect(cardProblems(saved, now, { brand: 'amex' })).toEqual({ cvv: 'cvv_amex' })
  expect(cardProblems({ ...saved, cvv: '1234' }, now, { brand: 'amex' })).toEqual({})
  expect(cardProblems(saved, now, { brand: 'visa' })).toEqual({})
})
