import { formatPrice } from '../../domain/money/money'
import { Pounds } from '../../domain/money/Pounds'
import { useT } from '../../lib/i18n'
import { TextInput } from '../../ui/TextInput'
import { readCashAmount, type TypedCash } from './amounts'

interface Balance {
  usd: number
  lbp: number
}

/** Cash of both currencies, each on its own; nothing of either is said as zero dollars. */
export function Cash({ of: { usd, lbp }, both = false }: { of: Balance; both?: boolean }) {
  const dollars = both || usd !== 0 || lbp === 0
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2 tabular">
      {dollars && <bdi dir="ltr">{formatPrice(usd)}</bdi>}
      {(both || lbp !== 0) && (
        <>
          {dollars && <span aria-hidden="true">+</span>}
          <SignedPounds amount={lbp} />
        </>
      )}
    </span>
  )
}

function SignedPounds({ amount }: { amount: number }) {
  return (
    <span>
      {amount < 0 && '−'}
      <Pounds amount={Math.abs(amount)} />
    </span>
  )
}

interface CashInputsProps {
  name: string
  labels: { usd: string; lbp: string }
  value: TypedCash
  onTyped: (value: TypedCash) => void
}

/** Dollars and pounds side by side. */
export function CashInputs({ name, labels, value, onTyped }: CashInputsProps) {
  const t = useT()
  const { wrong } = readCashAmount(value)
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextInput
        name={`${name}_usd`}
        ltr
        inputMode="decimal"
        autoComplete="off"
        label={labels.usd}
        value={value.usd}
        error={wrong.usd ? t('rule.cash_amount') : undefined}
        onChange={(event) => onTyped({ ...value, usd: event.target.value })}
      />
      <TextInput
        name={`${name}_lbp`}
        ltr
        inputMode="numeric"
        autoComplete="off"
        label={labels.lbp}
        value={value.lbp}
        error={wrong.lbp ? t('rule.cash_amount') : undefined}
        onChange={(event) => onTyped({ ...value, lbp: event.target.value })}
      />
    </div>
  )
}
