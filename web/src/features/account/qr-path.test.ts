// @vitest-environment node
import { expect, test } from 'vitest'
import { qrPath } from './qr-path'

test('qrPath covers each bar of dark modules once', () => {
  expect(qrPath(['1101', '0000', '0111'])).toBe('M0 0h2v1h-2zM3 0h1v1h-1zM1 2h3v1h-3z')
})

test('qrPath of light modules only is empty', () => {
  expect(qrPath(['00', '00'])).toBe('')
})
