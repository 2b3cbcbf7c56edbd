import { describe, expect, test } from 'vitest'
import {
  brandOf,
  cvvDigits,
  groupCardNumber,
  slashExpiry,
  type TypedText,
  typeCardNumber,
} from './typing'

/** A text with its caret written as a bar: '42|42'. */
function at(marked: string): TypedText {
  return { text: marked.replace('|', ''), caret: marked.indexOf('|') }
}

function marked({ text, caret }: TypedText): string {
  return `${text.slice(0, caret)}|${text.slice(caret)}`
}

test('groups American Express as it is printed, and takes no sixteenth digit', () => {
  expect(groupCardNumber({ text: '3782822463100051', caret: 16 })).toEqual({
    text: '3782 822463 10005',
    caret: 17,
  })
})

describe('the brand is recognised while typing', () => {
  test.each([
    ['', null],
    ['4', 'visa'],
    ['4242 4242', 'visa'],
    ['٤', 'visa'],
    ['5', null],
    ['51', 'mastercard'],
    ['55', 'mastercard'],
    ['56', null],
    ['222', null],
    ['2220', null],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2721', null],
    ['3', null],
    ['34', 'amex'],
    ['37', 'amex'],
    ['36', null],
    ['6011', null],
    ['•••• •••• •••• 4242', null],
  ])('%s is %s', (number, brand) => {
    expect(brandOf(number)).toBe(brand)
  })
})

describe('the number is grouped while typing', () => {
  test.each([
    ['4|', '4|'],
    ['4242|', '4242|'],
    ['42424|', '4242 4|'],
    ['4242 42|42', '4242 42|42'],
    ['42942 4242|', '4294 2424 2|'],
    ['429|2 4242', '429|2 4242'],
    ['4292 |4242', '4292| 4242'],
    ['4242-4242-4242-4242|', '4242 4242 4242 4242|'],
    ['٤٢٤٢٤٢|', '4242 42|'],
    ['4242 4242 4242 42429|', '4242 4242 4242 4242|'],
    ['card|', '|'],
  ])('%s becomes %s', (typed, shown) => {
    expect(marked(groupCardNumber(at(typed)))).toBe(shown)
  })
})

describe('the mask of a saved card', () => {
  const mask = '•••• •••• •••• 4242'

  test('stays while it is whole', () => {
    expect(typeCardNumber({ text: mask, caret: 3 }, mask)).toEqual({ text: mask, caret: 3 })
  })

  test.each([
    [`${mask}5|`, '5|'],
    ['•••• •••• •••• 424|', '|'],
    ['••••9| •••• •••• 4242', '|'],
    ['5|', '5|'],
  ])('%s begins a new number: %s', (typed, shown) => {
    expect(marked(typeCardNumber(at(typed), mask))).toBe(shown)
  })
})

describe('the expiry date gets its slash', () => {
  test.each([
    ['1|', '1|'],
    ['12|', '12|'],
    ['123|', '12/3|'],
    ['12/|', '12|'],
    ['12/30|', '12/30|'],
    ['122030|', '12/2030|'],
    ['12 / 30|', '12/30|'],
    ['١٢٣٠|', '12/30|'],
    ['12/30309|', '12/3030|'],
    ['1|/30', '1|3/0'],
  ])('%s becomes %s', (typed, shown) => {
    expect(marked(slashExpiry(at(typed)))).toBe(shown)
  })
})

test('a CVV is at most four digits, in any digits', () => {
  expect(marked(cvvDigits(at('١٢٣|')))).toBe('123|')
  expect(marked(cvvDigits(at('12a3456|')))).toBe('1234|')
})
