import { expect, test } from 'vitest'

import cases from '../../../../contract/rules_cases.json'
import { type MoneyLine, cartTotals } from './money'

const { carts, digest: wanted, seed } = cases.money.random_carts

// The server makes up the same carts from the same seed (internal/base/money/carts_test.go); the digest
// over all their totals is in the golden cases.
test('a hundred thousand random carts cost the same here as on the server', () => {
  expect(carts).toBeGreaterThanOrEqual(100_000)
  let state = seed
  const below = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % n
  }
  let digest = 2_166_136_261
  for (let cart = 0; cart < carts; cart += 1) {
    const lines: MoneyLine[] = []
    for (let left = below(7); left > 0; left -= 1) {
      lines.push({ price: 1 + below(1_000_000), discount: below(101), quantity: 1 + below(10) })
    }
    const totals = cartTotals(lines)
    for (const amount of [totals.subtotal, totals.fee, totals.total]) {
      for (let byte = 0; byte < 32; byte += 8) {
        digest = Math.imul(digest ^ ((amount >>> byte) & 255), 16_777_619) >>> 0
      }
    }
  }
  expect(digest).toBe(wanted)
})
