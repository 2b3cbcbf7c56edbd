import { useId, useState } from 'react'
import shop from '../../../../contract/shop.json'
import { AddressInputs } from '../../domain/address/AddressInputs'
import { AddressLines } from '../../domain/address/AddressLines'
import { type FieldProps, useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { maxLength } from '../../lib/validation'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import type { AddressFormData } from './api'
import { type CheckoutAddress, isAddressComplete, isSavedAddress } from './draft'
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

/**
 * Where to deliver, and whom to call there. A saved address is shown as a card; 'Change' opens the
 * form in its place, filled in with it.
 */
export function AddressStep({ initial, saved, refused, onTyped, onNext }: AddressStepProps) {
  const t = useT()
  const [touched, setTouched] = useState(false)
  const [asCard, setAsCard] = useState(
    () => Object.keys(refused ?? {}).length === 0 && isCard(initial, saved),
  )
  const [opened, setOpened] = useState(false)
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
    setAsCard(isCard(values, saved))
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
      {/* Once the form was open, even the only saved address is one to go back to. */}
      {saved.length > (asCard && !opened ? 1 : 0) && (
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
            // Back to the prompt, so that the same address can be chosen again after a change.
            event.target.value = ''
          }}
        />
      )}
      {asCard ? (
        <AddressCard
          address={form.values()}
          onChange={() => {
            setAsCard(false)
            setOpened(true)
          }}
        />
      ) : (
        <div
          ref={opened ? focusOnMount : undefined}
          role="group"
          tabIndex={-1}
          aria-label={t('checkout.step_address')}
          className="flex flex-col gap-4"
        >
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
        </div>
      )}
      <StepButtons busy={form.busy} />
    </form>
  )
}

/** A saved address that needs no correction is shown as a card, everything else in the form. */
function isCard(address: CheckoutAddress, saved: readonly SavedAddress[]): boolean {
  return isAddressComplete(address) && isSavedAddress(address, saved)
}

/** The form that 'Change' opened takes over the focus of the button, which is gone. */
function focusOnMount(element: HTMLElement | null): void {
  element?.focus()
}

interface AddressCardProps {
  address: CheckoutAddress
  onChange: () => void
}

function AddressCard({ address, onChange }: AddressCardProps) {
  const t = useT()
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-card border border-primary p-4">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h3 id={id} className="text-lg">
          {t('checkout.review_address')}
        </h3>
        <Button
          variant="quiet"
          aria-label={t('checkout.change_address')}
          onClick={onChange}
          className="-my-2 -me-3 px-3"
        >
          {t('checkout.change')}
        </Button>
      </div>
      <AddressLines address={address} />
    </section>
  )
}
