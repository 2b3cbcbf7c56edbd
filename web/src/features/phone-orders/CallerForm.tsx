import { useState } from 'react'
import { AddressInputs } from '../../domain/address/AddressInputs'
import { type CashDraft, cashErrors, cashWish, noCash } from '../../domain/order/cash'
import { CashFields } from '../../domain/order/CashFields'
import type { components } from '../../generated/api'
import { errorText, ApiError } from '../../lib/errors'
import { useRulesForm } from '../../lib/form'
import { type Translate, useT } from '../../lib/i18n'
import { maxLength } from '../../lib/validation'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { TextArea } from '../../ui/TextArea'
import { TextInput } from '../../ui/TextInput'
import type { PhoneOrder } from './api'

/** What is typed about who calls. */
export interface CallerDraft {
  first_name: string
  last_name: string
  street: string
  city: string
  state: string
  building: string
  floor: string
  extra_info: string
  phone_nb: string
  note: string
  account: string
}

/** The form before anybody called. */
export const nobody: CallerDraft = {
  first_name: '',
  last_name: '',
  street: '',
  city: '',
  state: '',
  building: '',
  floor: '',
  extra_info: '',
  phone_nb: '',
  note: '',
  account: '',
}

/** The form with the last address of a known number. */
export function draftOf(address: components['schemas']['OrderAddress']): CallerDraft {
  const { first_name, last_name, street, city, state, building, extra_info, phone_nb } = address
  return {
    ...nobody,
    first_name,
    last_name,
    street,
    city,
    state,
    building,
    extra_info,
    phone_nb,
    floor: String(address.floor),
  }
}

interface CallerFormProps {
  initial: CallerDraft
  /** Whether the shop counts in two currencies. */
  twoCurrencies: boolean
  /** Why the order cannot be sent yet; undefined when it can. */
  missing: string | undefined
  /** Rejects with what is wrong; what was typed stays. */
  onPlace: (order: Omit<PhoneOrder, 'products' | 'expectedTotal' | 'expectedRate'>) => Promise<void>
}

/** Codes whose usual words are meant for the customer. */
const OWN_WORDS = new Set([
  'order_limit',
  'medicine_limit',
  'idempotency_reused',
  'cart_changed',
  'network',
])

function sayToStaff(t: Translate, failure: unknown): string {
  if (failure instanceof ApiError && OWN_WORDS.has(failure.code)) {
    return t.maybe(`phone_order.error_${failure.code}`) ?? errorText(t, failure)
  }
  return errorText(t, failure)
}

/** Who calls, where the order goes and how it is paid. */
export function CallerForm({ initial, twoCurrencies, missing, onPlace }: CallerFormProps) {
  const t = useT()
  const [cash, setCash] = useState<CashDraft>(noCash)
  const [partly, setPartly] = useState(false)
  const wrong = cashErrors(cash)
  const form = useRulesForm<CallerDraft>(
    'checkout_address',
    initial,
    async ({ note, account, ...address }) => {
      if (missing !== undefined || wrong.usd || wrong.lbp) return
      const wish = cashWish(cash)
      await onPlace({
        address,
        partly,
        ...(note.trim() === '' ? {} : { note: note.trim() }),
        ...(account.trim() === '' ? {} : { account: account.trim() }),
        ...(wish === undefined ? {} : { cash: wish }),
      })
    },
    sayToStaff,
  )
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4" autoComplete="off">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          {...form.field('first_name')}
          required
          label={t('checkout.first_name')}
          maxLength={maxLength('checkout_address', 'first_name')}
        />
        <TextInput
          {...form.field('last_name')}
          required
          label={t('checkout.last_name')}
          maxLength={maxLength('checkout_address', 'last_name')}
        />
      </div>
      <AddressInputs form={form} stateOptional>
        <TextInput
          {...form.field('phone_nb')}
          ltr
          required
          type="tel"
          inputMode="tel"
          label={t('auth.phone')}
        />
      </AddressInputs>
      <TextArea
        {...form.field('note')}
        optional
        rows={2}
        maxLength={500}
        label={t('phone_order.note')}
      />
      <TextInput
        {...form.field('account')}
        optional
        ltr
        maxLength={100}
        label={t('phone_order.account')}
        hint={t('phone_order.account_hint')}
      />
      {twoCurrencies && <CashFields of="caller" cash={cash} wrong={wrong} onTyped={setCash} />}
      <Checkbox
        name="partly"
        label={t('phone_order.partly')}
        checked={partly}
        onChange={(event) => setPartly(event.target.checked)}
      />
      <p className="text-sm text-muted">{t('phone_order.cash_only')}</p>
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      {missing !== undefined && <p className="text-muted">{missing}</p>}
      <Button type="submit" full busy={form.busy} disabled={missing !== undefined}>
        {t('phone_order.place')}
      </Button>
    </form>
  )
}
