import { centsText, parseMoney, toCents } from '../../lib/cents'
import { expect, test } from 'vitest'

import cases from '../../../../contract/rules_cases.json'
import { discounted, formatCents, formatPrice, cartTotals } from './money'

const { discount, parse, text, totals } = cases.money

test('there are enough golden cases', () => {
  expect(discount.length + parse.length + text.length + totals.length).toBeGreaterThanOrEqual(60)
})

test.each(parse)('reads $text', ({ cents, text }) => {
  expect(parseMoney(text)).toBe(cents)
})

test.each(text)('writes $cents cents as $shown', ({ cents, shown, text }) => {
  expect(centsText(cents)).toBe(text)
  expect(formatCents(cents)).toBe(shown)
})

test.each(discount)('$price cents less $percent %', ({ percent, price, result }) => {
  expect(discounted(price, percent)).toBe(result)
})

test.each(totals)('adds up to $total', ({ fee, lines, subtotal, total }) => {
  expect(cartTotals(lines)).toEqual({ subtotal, fee, total })
})

test('prices of the wire keep their cents', () => {
  expect(toCents(19.99)).toBe(1999)
  expect(toCents(1.15)).toBe(115)
  expect(formatPrice(4.1)).toBe('$4.10')
  expect(formatPrice(1000)).toBe('$1000.00')
})

test('every price up to 100 dollars survives the way over the wire', () => {
  for (let cents = 0; cents <= 10_000; cents++)
    expect(toCents(Number(centsText(cents)))).toBe(cents)
})
