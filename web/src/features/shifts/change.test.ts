import { describe, expect, it } from 'vitest'
import { changeFor } from './change'

const rate = 89_500

describe('changeFor', () => {
  it('gives pounds back to who pays in pounds alone', () => {
    const bill = { usd: 8, lbp: 716_000, rate }
    expect(changeFor(bill, { usd: 0, lbp: 800_000 })).toEqual({
      short: false,
      change: { usd: 0, lbp: 84_000 },
    })
  })

  it('gives whole dollars and pounds in the fewest notes, as the server does', () => {
    expect(changeFor({ usd: 7, lbp: 627_000, rate }, { usd: 10, lbp: 0 })).toEqual({
      short: false,
      change: { usd: 3, lbp: 0 },
    })
    expect(changeFor({ usd: 7.5, lbp: 672_000, rate }, { usd: 10, lbp: 0 })).toEqual({
      short: false,
      change: { usd: 0, lbp: 223_000 },
    })
    expect(changeFor({ usd: 14.6, lbp: 1_307_000, rate }, { usd: 50, lbp: 0 })).toEqual({
      short: false,
      change: { usd: 35, lbp: 35_000 },
    })
  })

  it('takes both currencies at the rate of the order', () => {
    expect(changeFor({ usd: 7.5, lbp: 672_000, rate }, { usd: 7, lbp: 50_000 })).toEqual({
      short: false,
      change: { usd: 0, lbp: 5000 },
    })
  })

  it('says when it is too little', () => {
    expect(changeFor({ usd: 8, lbp: 716_000, rate }, { usd: 0, lbp: 700_000 })).toMatchObject({
      short: true,
    })
    expect(changeFor({ usd: 8, lbp: 716_000, rate }, { usd: 5, lbp: 0 })).toEqual({
      short: true,
      missing: 3,
    })
  })

  it('pays the total whatever is handed over, within the smallest note', () => {
    for (let cents = 101; cents < 5000; cents += 137) {
      const usd = cents / 100
      const bill = { usd, lbp: Math.ceil((cents * rate) / 100_000) * 1000, rate }
      const got = changeFor(bill, { usd: 50, lbp: 20_000 })
      if (got === null || got.short) throw new Error(`nothing for ${usd}`)
      const paid = (50 - got.change.usd) * rate + 20_000 - got.change.lbp
      expect(paid - usd * rate).toBeGreaterThan(-0.01)
      expect(paid - usd * rate).toBeLessThan(1000)
    }
  })

  it('works in a shop without a rate', () => {
    const bill = { usd: 8, lbp: 0, rate: 0 }
    expect(changeFor(bill, { usd: 10, lbp: 0 })).toEqual({
      short: false,
      change: { usd: 2, lbp: 0 },
    })
    expect(changeFor(bill, { usd: 10, lbp: 1000 })).toBeNull()
  })
})
