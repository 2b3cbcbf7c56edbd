import { type FormEvent, useState } from 'react'
import { formatPrice } from '../../domain/money/money'
import { nameOfStore } from '../../domain/store/store'
import { longDate } from '../../lib/dates'
import { foldDigits } from '../../lib/digits'
import { ApiError, errorText } from '../../lib/errors'
import { useLang, useT } from '../../lib/i18n'
import { newKey } from '../../lib/key'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { LinkButton } from '../../ui/LinkButton'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import { useToast } from '../../ui/Toast'
import { useWrite } from '../../ui/use-write'
import { recordPayment, saveCommission, type StoreBalance } from './balances'

interface BalanceCardProps {
  balance: StoreBalance
  onChanged: () => unknown
}

/** What one store is owed, and what an admin can record about it. */
export function BalanceCard({ balance, onChanged }: BalanceCardProps) {
  const t = useT()
  const { lang } = useLang()
  return (
    <Card as="section" aria-labelledby={`store-${balance.store}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={`store-${balance.store}`} className="text-lg">
          <bdi>{nameOfStore(lang, balance)}</bdi>
        </h2>
        <p className="text-lg font-bold">
          <bdi dir="ltr" className="tabular">
            {formatPrice(balance.balance)}
          </bdi>
        </p>
      </div>
      <p className="text-sm text-muted">
        {t('ledger.last_payout')}:{' '}
        {balance.last_payout === undefined ? t('ledger.never') : longDate(t, balance.last_payout)}
      </p>
      <div className="mt-3 flex flex-col gap-2">
        <LinkButton
          to={`/store/${encodeURIComponent(balance.store)}/money`}
          variant="secondary"
          className="self-start"
        >
          {t('ledger.statement')}
        </LinkButton>
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-primary">
            {t('ledger.record')}
          </summary>
          <div className="grid gap-6 pt-2 lg:grid-cols-2">
            <PaymentForm store={balance.store} onChanged={onChanged} />
            <CommissionForm balance={balance} onChanged={onChanged} />
          </div>
        </details>
      </div>
    </Card>
  )
}

/** What can be recorded: which kind it is, and which way the money went. */
const choices = {
  pay_store: { kind: 'payout', to_store: true },
  store_paid: { kind: 'payout', to_store: false },
  adjust_up: { kind: 'adjustment', to_store: true },
  adjust_down: { kind: 'adjustment', to_store: false },
} as const

function PaymentForm({ store, onChanged }: { store: string; onChanged: () => unknown }) {
  const t = useT()
  const toast = useToast()
  const [choice, setChoice] = useState<keyof typeof choices>('pay_store')
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  // One key for one payment: a second try of the same is not a second payment.
  const [key, setKey] = useState(newKey)
  const record = useWrite({
    resource: `balance ${store}`,
    write: recordPayment,
    onDone: async () => {
      setAmount('')
      setNote('')
      setKey(newKey())
      toast({ text: t('done.store_payment_recorded') })
      await onChanged()
    },
    onFailed: (failure) => {
      if (!(failure instanceof ApiError) || Object.keys(failure.fields).length === 0) {
        toast({ tone: 'error', text: errorText(t, failure) })
      }
    },
  })
  const fields = record.failure instanceof ApiError ? record.failure.fields : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    record.send({
      store,
      key,
      body: { ...choices[choice], amount: dollars(amount), note },
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Select
        name="kind"
        label={t('ledger.record_kind')}
        value={choice}
        onChange={(event) => setChoice(event.target.value as keyof typeof choices)}
        options={(Object.keys(choices) as (keyof typeof choices)[]).map((value) => ({
          value,
          label: t(`ledger.${value}`),
        }))}
      />
      <TextInput
        name="amount"
        ltr
        inputMode="decimal"
        autoComplete="off"
        label={t('ledger.amount')}
        value={amount}
        error={fields['amount'] === undefined ? undefined : t('rule.ledger_amount')}
        onChange={(event) => setAmount(event.target.value)}
      />
      <TextInput
        name="note"
        label={t('ledger.note')}
        hint={t('ledger.note_hint')}
        maxLength={300}
        value={note}
        error={fields['note'] === undefined ? undefined : t('rule.ledger_note_required')}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" busy={record.busy} className="self-start">
        {t('ledger.record')}
      </Button>
    </form>
  )
}

function CommissionForm({ balance, onChanged }: BalanceCardProps) {
  const t = useT()
  const toast = useToast()
  const [percent, setPercent] = useState(String(balance.commission))
  const save = useWrite({
    resource: `balance ${balance.store}`,
    write: (commission: number) => saveCommission(balance.store, commission),
    onDone: async () => {
      toast({ text: t('done.commission_saved') })
      await onChanged()
    },
  })
  const value = dollars(percent)

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (value >= 0 && value <= 100) save.send(value)
      }}
      className="flex flex-col gap-3"
    >
      <TextInput
        name="commission"
        ltr
        inputMode="decimal"
        autoComplete="off"
        label={t('ledger.commission')}
        hint={t('ledger.commission_hint')}
        value={percent}
        error={value >= 0 && value <= 100 ? undefined : t('rule.ledger_commission')}
        onChange={(event) => setPercent(event.target.value)}
      />
      <Button type="submit" variant="secondary" busy={save.busy} className="self-start">
        {t('ledger.save_commission')}
      </Button>
    </form>
  )
}

/** A typed amount with at most two decimals; what is none is -1, which the server refuses by name. */
function dollars(typed: string): number {
  const text = foldDigits(typed).replaceAll(/[\s,]/g, '').replace('٫', '.')
  return /^\d+(?:\.\d{1,2})?$/.test(text) ? Number(text) : -1
}
