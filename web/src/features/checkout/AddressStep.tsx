import { useState } from 'react'
import shop from '../../../../contract/shop.json'
import { AddressInputs } from '../../domain/address/AddressInputs'
import { type FieldProps, useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { maxLength } from '../../lib/validation'
import { Alert } from '../../ui/Alert'
import { Checkbox } from '../../ui/Checkbox'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import type { AddressFormData } from './api'
import type { CheckoutAddress } from './draft'
import { StepButtons } from './StepButtons'

type SavedAddress = AddressFormData['user']['addresses'][number]

interface AddressStepProps {
  initial: CheckoutAddress
  /** The person's addresses, to choose another one from. */
  saved: readonly SavedAddress[]
  /** Field → rule code, when the server did not take the address. */
  refused?: Readonly<Record<string, string>>
  onTyped: (address: CheckoutAddress) => void
  onNext: (address: CheckoutAddress) => void
}

/** Where to deliver, and whom to call there. */
export function AddressStep({ initial, saved, refused, onTyped, onNext }: AddressStepProps) {
  const t = useT()
  const [touched, setTouched] = useState(false)
  const form = useRulesForm<CheckoutAddress>('checkout_address', initial, async (clean) => {
    onNext(clean)
  })

  function field(name: keyof CheckoutAddress): FieldProps {
    const props = form.field(name)
    const code = touched ? undefined : refused?.[name]
    return { ...props, error: props.error ?? (code && (t.maybe(`rule.${code}`) ?? code)) }
  }

  function choose(position: number) {
    const address = saved[position]
    if (address === undefined) return
    const values: CheckoutAddress = {
      ...form.values(),
      street: address.street,
      city: address.city,
      state: address.state,
      building: address.building,
      floor: String(address.floor),
      extra_info: address.extra_info,
      saveAddress: false,
    }
    form.reset(values)
    onTyped(values)
  }

  return (
    <form
      noValidate
      onSubmit={form.submit}
      onChange={() => {
        setTouched(true)
        onTyped(form.values())
      }}
      className="flex flex-col gap-4"
    >
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      {saved.length > 1 && (
        <Select
          name="saved_address"
          label={t('checkout.use_saved_address')}
          placeholder={t('checkout.address_label')}
          defaultValue=""
          options={saved.map((address, position) => ({
            value: String(position),
            label: t('address.line', {
              street: address.street,
              building: address.building,
              city: address.city,
            }),
          }))}
          // Not one of the form's own fields: it only fills them.
          onChange={(event) => {
            event.stopPropagation()
            choose(Number(event.target.value))
          }}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          {...field('first_name')}
          required
          label={t('checkout.first_name')}
          autoComplete="given-name"
          maxLength={maxLength('checkout_address', 'first_name')}
        />
        <TextInput
          {...field('last_name')}
          required
          label={t('checkout.last_name')}
          autoComplete="family-name"
          maxLength={maxLength('checkout_address', 'last_name')}
        />
      </div>
      <AddressInputs
        form={{ ...form, field }}
        stateOptional
        onChosen={() => {
          setTouched(true)
          onTyped(form.values())
        }}
      >
        <TextInput
          {...field('phone_nb')}
          ltr
          required
          type="tel"
          inputMode="tel"
          prefix={shop.phone_prefix}
          label={t('checkout.phone_nb')}
          autoComplete="tel-national"
        />
      </AddressInputs>
      <Checkbox {...field('saveAddress')} label={t('checkout.save_address')} />
      <StepButtons busy={form.busy} />
    </form>
  )
}
