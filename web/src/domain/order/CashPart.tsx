import type { ReactNode } from 'react'
import type { components } from '../../generated/api'
import { useT } from '../../lib/i18n'
import { formatPrice } from '../money/money'
import { grouped } from '../money/pounds'
import { Pounds } from '../money/Pounds'

interface CashPartProps {
  cash: components['schemas']['CashWish'] | undefined
  change: components['schemas']['CashChange'] | undefined
}

/** What the customer hands over, and the notes that the courier should carry. */
export function CashPart({ cash, change }: CashPartProps) {
  const t = useT()
  if (cash === undefined) return null
  const hands = both(cash.hands_usd ?? 0, cash.hands_lbp ?? 0)
  return (
    <>
      {cash.pay_with !== undefined && <p>{t(`checkout.cash_${cash.pay_with}`)}</p>}
      {hands !== null && (
        <p>{t.nodes('admin.cash_hands', { amount: <b key="amount">{hands}</b> })}</p>
      )}
      {change?.short === true && (
        <p className="font-semibold text-danger">{t('admin.cash_short')}</p>
      )}
      {change !== undefined && !change.short && (
        <>
          <p>
            {change.notes.length === 0
              ? t('admin.cash_none')
              : t.nodes('admin.cash_change', {
                  amount: <b key="amount">{both(change.usd, change.lbp)}</b>,
                })}
          </p>
          <ul className="mt-1 flex flex-wrap gap-2">
            {change.notes.map(({ currency, note, count }) => (
              <li
                key={currency + note}
                className="rounded-small border border-line px-2 py-1 tabular"
              >
                <bdi dir="ltr">
                  {count} × {currency === 'usd' ? `$${note}` : grouped(note)}
                </bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** An amount in either currency, or in both. */
function both(dollars: number, pounds: number): ReactNode {
  if (dollars === 0 && pounds === 0) return null
  return (
    <>
      {dollars > 0 && <bdi dir="ltr">{formatPrice(dollars)}</bdi>}
      {dollars > 0 && pounds > 0 && ' + '}
      {pounds > 0 && <Pounds amount={pounds} />}
    </>
  )
}
