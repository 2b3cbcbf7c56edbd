import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, errorText, NETWORK } from '../../lib/errors'
import { useRulesForm } from '../../lib/form'
import { type Translate, useLang, useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { TextArea } from '../../ui/TextArea'
import { TextInput } from '../../ui/TextInput'
import type { AddressFields } from './api'
import { deleteAddressDraft, saveAddressDraft, readAddressDraft } from './draft'
import { LocalityInput } from '../../domain/address/LocalityInput'
import { placeName, suggestStates, suggestTowns } from '../../domain/address/localities'

interface AddressFormProps {
  /** Which rules of section 5 hold. */
  rules: 'add_address' | 'update_address'
  initial: AddressFields
  /** Under which name what is typed is kept until it is saved. */
  draftName: string
  /** The person's id: nobody else is shown what they typed. */
  owner: string
  /** Saves, and gives the code of what was done. */
  save: (clean: AddressFields) => Promise<string>
  /** A new address: what is typed is kept from the start, and saving empties the form. */
  fresh?: boolean
  /** Beside the Save button. */
  actions?: ReactNode
}

/** A lost connection is said together with what it did not cost. */
function whyNotSaved(t: Translate, error: unknown): string {
  const text = errorText(t, error)
  return error instanceof ApiError && error.code !== NETWORK
    ? text
    : `${text}. ${t('common.typed_kept')}`
}

/** Street, State, City, Building, Floor and what helps to find the door. */
export function AddressForm({
  rules,
  initial,
  draftName,
  owner,
  save,
  fresh = false,
  actions,
}: AddressFormProps) {
  const t = useT()
  const { lang } = useLang()
  const element = useRef<HTMLFormElement>(null)
  const [draft] = useState(() => readAddressDraft(draftName, owner))
  const [done, setDone] = useState<string | null>(null)

  const form = useRulesForm<AddressFields>(
    rules,
    draft?.values ?? initial,
    async (clean, reset) => {
      setDone(null)
      try {
        setDone(await save(clean))
        deleteAddressDraft(draftName)
        if (fresh) reset(initial)
      } catch (failure) {
        if (failure instanceof ApiError && failure.status === 401) {
          saveAddressDraft(draftName, owner, { values: clean, resume: true })
        }
        throw failure
      }
    },
    whyNotSaved,
  )

  // The session ended while this was being saved, and is back: so is the saving.
  useEffect(() => {
    if (draft?.resume === true) element.current?.requestSubmit()
  }, [draft])

  function keep() {
    if (fresh) saveAddressDraft(draftName, owner, { values: form.values(), resume: false })
  }
  function put(name: 'state' | 'city', value: string) {
    form.set(name, value)
    keep()
  }

  const state = form.value('state')
  const city = form.value('city')
  const states = suggestStates(state)
  const towns = suggestTowns(city, state)
  // In the order of the page: the first wrong field is the first that was named.
  const street = form.field('street')
  const { ref: stateRef, onBlur: stateBlur, error: stateError } = form.field('state')
  const { ref: cityRef, onBlur: cityBlur, error: cityError } = form.field('city')

  return (
    <form
      ref={element}
      noValidate
      onSubmit={form.submit}
      onChange={keep}
      className="flex flex-col gap-4"
    >
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      {done !== null && form.failure === undefined && (
        <Alert tone="success">{t.maybe(`done.${done}`) ?? t('done.saved')}</Alert>
      )}
      <TextInput {...street} required label={t('address.street')} autoComplete="address-line1" />
      <div className="grid gap-4 sm:grid-cols-2">
        <LocalityInput
          name="state"
          label={t('address.state')}
          error={stateError}
          inputRef={stateRef}
          onBlur={(event) => void stateBlur(event)}
          autoComplete="address-level1"
          value={state}
          onValueChange={(value) => put('state', value)}
          options={states.map((place) => ({
            id: place.english,
            label: placeName(place, state, lang),
          }))}
          onChoose={(option) => put('state', option.label)}
        />
        <LocalityInput
          name="city"
          label={t('address.city')}
          error={cityError}
          inputRef={cityRef}
          onBlur={(event) => void cityBlur(event)}
          autoComplete="address-level2"
          value={city}
          onValueChange={(value) => put('city', value)}
          options={towns.map((town) => ({
            id: town.english,
            label: placeName(town, city, lang),
            content: (
              <>
                <bdi>{placeName(town, city, lang)}</bdi>
                <bdi className="ms-auto text-sm text-muted">
                  {placeName(town.district, city, lang)}
                </bdi>
              </>
            ),
          }))}
          onChoose={(option) => {
            const town = towns.find((one) => one.english === option.id)
            put('city', option.label)
            if (town !== undefined && state === '')
              put('state', placeName(town.governorate, city, lang))
          }}
        />
        <TextInput
          {...form.field('building')}
          required
          label={t('address.building')}
          autoComplete="address-line2"
        />
        <TextInput
          {...form.field('floor')}
          required
          label={t('address.floor')}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <TextArea
        {...form.field('extra_info')}
        optional
        rows={2}
        label={t('address.extra_info')}
        hint={t('address.extra_info_hint')}
        autoComplete="off"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          {t('address.save')}
        </Button>
        {actions}
      </div>
    </form>
  )
}
