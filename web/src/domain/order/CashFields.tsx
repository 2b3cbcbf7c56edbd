import { useT } from '../../lib/i18n'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import type { CashDraft } from './cash'

/** The questions by whom they are put to: the customer, or staff about a caller. */
const questions = {
  customer: {
    currency: 'checkout.cash_with',
    anyCurrency: 'checkout.cash_any',
    dollars: 'checkout.hands_usd',
    dollarsHint: 'checkout.hands_hint',
    pounds: 'checkout.hands_lbp',
    poundsHint: 'checkout.hands_hint_lbp',
  },
  caller: {
    currency: 'phone_order.cash_with',
    anyCurrency: 'phone_order.cash_any',
    dollars: 'phone_order.hands_usd',
    dollarsHint: 'phone_order.hands_hint',
    pounds: 'phone_order.hands_lbp',
    poundsHint: 'phone_order.hands_hint_lbp',
  },
} as const

interface CashFieldsProps {
  of?: keyof typeof questions
  cash: CashDraft
  wrong: { usd: boolean; lbp: boolean }
  onTyped: (cash: CashDraft) => void
}

/** How somebody means to pay the courier; all of it may be left open. */
export function CashFields({ of = 'customer', cash, wrong, onTyped }: CashFieldsProps) {
  const t = useT()
  const question = questions[of]
  const { pay_with: chosen } = cash
  return (
    <div className="flex flex-col gap-4">
      <Select
        name="pay_with"
        label={t(question.currency)}
        value={chosen}
        options={[
          { value: '', label: t(question.anyCurrency) },
          { value: 'usd', label: t('checkout.cash_usd') },
          { value: 'lbp', label: t('checkout.cash_lbp') },
          { value: 'both', label: t('checkout.cash_both') },
        ]}
        onChange={(event) =>
          onTyped({ ...cash, pay_with: event.target.value as CashDraft['pay_with'] })
        }
      />
      {(chosen === 'usd' || chosen === 'both') && (
        <TextInput
          name="hands_usd"
          ltr
          optional
          inputMode="decimal"
          autoComplete="off"
          label={t(question.dollars)}
          hint={t(question.dollarsHint)}
          value={cash.usd}
          error={wrong.usd ? t('rule.change_for') : undefined}
          onChange={(event) => onTyped({ ...cash, usd: event.target.value })}
        />
      )}
      {(chosen === 'lbp' || chosen === 'both') && (
        <TextInput
          name="hands_lbp"
          ltr
          optional
          inputMode="numeric"
          autoComplete="off"
          label={t(question.pounds)}
          hint={t(question.poundsHint)}
          value={cash.lbp}
          error={wrong.lbp ? t('rule.change_for') : undefined}
          onChange={(event) => onTyped({ ...cash, lbp: event.target.value })}
        />
      )}
    </div>
  )
}
