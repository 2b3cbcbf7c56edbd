import type { components } from '../../generated/api'
import { parseMoney } from '../../lib/cents'
import { foldDigits } from '../../lib/digits'

/** How somebody means to pay the courier, as it is typed. */
export interface CashDraft {
  pay_with: '' | 'usd' | 'lbp' | 'both'
  usd: string
  lbp: string
}

/** Nothing is said about it. */
export const noCash: CashDraft = { pay_with: '', usd: '', lbp: '' }

const MOST_CENTS = 100_000
const MOST_POUNDS = 100_000_000

const plain = (typed: string) => foldDigits(typed).replaceAll(/[\s,،]/g, '')

/** Dollars in hand, undefined when nothing was typed, null when it is no amount. */
function dollars({ pay_with, usd }: CashDraft): number | undefined | null {
  if (pay_with !== 'usd' && pay_with !== 'both') return undefined
  if (plain(usd) === '') return undefined
  const cents = parseMoney(plain(usd))
  return cents === null || cents === 0 || cents > MOST_CENTS ? null : cents / 100
}

function pounds({ pay_with, lbp }: CashDraft): number | undefined | null {
  if (pay_with !== 'lbp' && pay_with !== 'both') return undefined
  if (plain(lbp) === '') return undefined
  const amount = /^[0-9]+$/.test(plain(lbp)) ? Number(plain(lbp)) : 0
  return amount === 0 || amount > MOST_POUNDS ? null : amount
}

/** The fields that hold no amount. */
export function cashErrors(draft: CashDraft): { usd: boolean; lbp: boolean } {
  return { usd: dollars(draft) === null, lbp: pounds(draft) === null }
}

/** What is sent; undefined when nothing was said. */
export function cashWish(draft: CashDraft): components['schemas']['CashWish'] | undefined {
  if (draft.pay_with === '') return undefined
  const [usd, lbp] = [dollars(draft), pounds(draft)]
  return {
    pay_with: draft.pay_with,
    ...(typeof usd === 'number' ? { hands_usd: usd } : {}),
    ...(typeof lbp === 'number' ? { hands_lbp: lbp } : {}),
  }
}

/** Takes from anything what was typed about cash. */
export function readCash(value: Record<string, unknown>): CashDraft {
  const text = (name: string) => (typeof value[name] === 'string' ? value[name] : '')
  const chosen = (['usd', 'lbp', 'both'] as const).find((one) => one === value['pay_with'])
  return { pay_with: chosen ?? '', usd: text('usd'), lbp: text('lbp') }
}
