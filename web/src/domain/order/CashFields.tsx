import { useT } from '../../lib/i18n'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import type { CashDraft } from './cash'

interface CashFieldsProps {
  /** Who is asked: the customer, or staff about a caller. */
  of?: 'customer' | 'caller'
  cash: CashDraft
  wrong: { usd: boolean; lbp: boolean }
  onTyped: (cash: CashDraft) => void
}

/** How somebody means to pay the courier; all of it may be left open. */
export function CashFields({ of = 'customer', cash, wrong, onTyped }: CashFieldsProps) {
  const t = useT()
  const words = of === 'caller' ? 'phone_order' : 'checkout'
  const { pay_with: chosen } = cash
  return (
    <div className="flex flex-col gap-4">
      <Select
        name="pay_with"
        label={t(`${words}.cash_with`)}
        value={chosen}
        options={[
          { value: '', label: t(`${words}.cash_any`) },
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
          label={t(`${words}.hands_usd`)}
          hint={t(`${words}.hands_hint`)}
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
          label={t(`${words}.hands_lbp`)}
          hint={t(`${words}.hands_hint_lbp`)}
          value={cash.lbp}
          error={wrong.lbp ? t('rule.change_for') : undefined}
          onChange={(event) => onTyped({ ...cash, lbp: event.target.value })}
        />
      )}
    </div>
  )
}
