import { expect, test } from 'vitest'
import { longDate, longDateTime } from './dates'
import { catalogueNow } from './i18n-catalogue'
import { translator } from './i18n'

const english = translator('english', catalogueNow('english') ?? {})
const arabic = translator('arabic', catalogueNow('arabic') ?? {})

test.each([
  ['2026-11-15T09:00:00Z', '15 November 2026'],
  ['2026-11-15T22:30:00Z', '16 November 2026'],
  ['2026-07-01T21:30:00Z', '2 July 2026'],
  ['2026-03-28T21:59:59Z', '28 March 2026'],
  ['2026-12-31T22:00:00Z', '1 January 2027'],
  ['nonsense', ''],
])('%s is %s in Lebanon', (moment, day) => {
  expect(longDate(english, moment)).toBe(day)
})

test('the month has its name in Arabic', () => {
  expect(longDate(arabic, '2026-11-15T09:00:00Z')).toContain('2026')
  expect(longDate(arabic, '2026-11-15T09:00:00Z')).not.toMatch(/[A-Za-z]/)
})

test('the minute is that of a clock in Lebanon', () => {
  expect(longDateTime(english, '2026-11-15T22:05:00Z')).toBe('16 November 2026, 00:05')
  expect(longDateTime(english, '2026-07-01T10:30:00Z')).toBe('1 July 2026, 13:30')
})
