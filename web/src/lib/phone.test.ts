import { expect, test } from 'vitest'
import { phoneLink, phoneText } from './phone'

test.each([
  ['03123456', '+961 3123456', 'tel:+9613123456'],
  ['70123456', '+961 70123456', 'tel:+96170123456'],
  ['+33 1 23 45 67 89', '+33 1 23 45 67 89', 'tel:+33123456789'],
])('%s can be dialled from anywhere', (stored, text, link) => {
  expect(phoneText(stored)).toBe(text)
  expect(phoneLink(stored)).toBe(link)
})
