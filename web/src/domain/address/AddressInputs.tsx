import type { ReactNode } from 'react'
import type { FieldProps } from '../../lib/form'
import { useLang, useT } from '../../lib/i18n'
import { TextArea } from '../../ui/TextArea'
import { TextInput } from '../../ui/TextInput'
import { LocalityInput } from './LocalityInput'
import { placeName, suggestStates, suggestTowns } from './localities'

type AddressFieldName = 'street' | 'state' | 'city' | 'building' | 'floor' | 'extra_info'

/** What the inputs need of the form around them. */
interface AddressFormControls {
  field: (name: AddressFieldName) => FieldProps
  value: (name: AddressFieldName) => string
  set: (name: AddressFieldName, value: string) => void
}

interface AddressInputsProps {
  form: AddressFormControls
  stateOptional?: boolean
  /** Called after a place was chosen: typing fires the form's change event, a choice does not. */
  onChosen?: () => void
  /** After the floor, such as a phone number. */
  children?: ReactNode
}

/** Street, State, City, Building, Floor and what helps to find the door. Places are suggested. */
export function AddressInputs({
  form,
  stateOptional = false,
  onChosen,
  children,
}: AddressInputsProps) {
  const t = useT()
  const { lang } = useLang()
  const state = form.value('state')
  const city = form.value('city')
  const towns = suggestTowns(city, state)

  return (
    <>
      <TextInput
        {...form.field('street')}
        required
        label={t('address.street')}
        autoComplete="address-line1"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <LocalityInput
          field={form.field('state')}
          label={t('address.state')}
          optional={stateOptional}
          autoComplete="address-level1"
          value={state}
          onValueChange={(value) => form.set('state', value)}
          options={suggestStates(state).map((place) => ({
            id: place.english,
            label: placeName(place, state, lang),
          }))}
          onChoose={(option) => {
            form.set('state', option.label)
            onChosen?.()
          }}
        />
        <LocalityInput
          field={form.field('city')}
          label={t('address.city')}
          autoComplete="address-level2"
          value={city}
          onValueChange={(value) => form.set('city', value)}
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
            form.set('city', option.label)
            if (town !== undefined && state === '')
              form.set('state', placeName(town.governorate, city, lang))
            onChosen?.()
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
          hint={t('address.floor_hint')}
          inputMode="numeric"
          autoComplete="address-line3"
        />
        {children}
      </div>
      <TextArea
        {...form.field('extra_info')}
        optional
        rows={2}
        label={t('address.extra_info')}
        hint={t('address.extra_info_hint')}
        autoComplete="off"
      />
    </>
  )
}
