import { inLang, useLang, useT } from '../../lib/i18n'
import { Checkbox } from '../../ui/Checkbox'
import { Select } from '../../ui/Select'
import type { Facets } from './api'
import { asSuits, type ListQuery } from './list-query'

type Details = Pick<ListQuery, 'concern' | 'form' | 'suits' | 'inStock'>

interface DetailFiltersProps {
  list: ListQuery
  facets: Facets
  withConcerns: boolean
  onChange: (change: Partial<Details>) => void
}

interface Choice {
  value: string
  label: string
  count: number
}

/** Narrows a list by concern, form, whom it suits and what is in stock, each with its count. */
export function DetailFilters({ list, facets, withConcerns, onChange }: DetailFiltersProps) {
  const t = useT()
  const { lang } = useLang()
  return (
    <div className="flex flex-col gap-3">
      {withConcerns && (
        <ChoiceFilter
          name="concern"
          label={t('list.concern')}
          chosen={list.concern}
          choices={facets.concerns.map(({ key, count, label }) => ({
            value: key,
            label: inLang(lang, label),
            count,
          }))}
          onChoose={(concern) => onChange({ concern })}
        />
      )}
      <ChoiceFilter
        name="form"
        label={t('list.form')}
        chosen={list.form}
        choices={facets.forms.map(({ key, count }) => ({
          value: key,
          label: t.maybe(`form.${key}`) ?? key,
          count,
        }))}
        onChoose={(form) => onChange({ form })}
      />
      <ChoiceFilter
        name="suits"
        label={t('list.suits')}
        chosen={list.suits}
        choices={facets.suits.map(({ key, count }) => ({
          value: key,
          label: t.maybe(`list.suits_${key}`) ?? key,
          count,
        }))}
        onChoose={(key) => onChange({ suits: asSuits(key) })}
      />
      {(facets.in_stock > 0 || list.inStock) && (
        <Checkbox
          name="in_stock"
          value="1"
          checked={list.inStock}
          onChange={() => onChange({ inStock: !list.inStock })}
          label={
            <>
              {t('list.in_stock')} <span className="text-sm text-muted">({facets.in_stock})</span>
            </>
          }
        />
      )}
    </div>
  )
}

interface ChoiceFilterProps {
  name: string
  label: string
  chosen: string
  choices: readonly Choice[]
  onChoose: (value: string) => void
}

/** One of some values, or any. It is left out where there is nothing to choose between. */
function ChoiceFilter({ name, label, chosen, choices, onChoose }: ChoiceFilterProps) {
  const t = useT()
  if (choices.length < 2 && chosen === '') return null
  const known = choices.some(({ value }) => value === chosen)
  return (
    <Select
      name={name}
      label={label}
      value={known ? chosen : ''}
      onChange={(event) => onChoose(event.target.value)}
      options={[
        { value: '', label: t('list.any') },
        ...choices.map((row) => ({ value: row.value, label: `${row.label} (${row.count})` })),
      ]}
    />
  )
}
