import { Plus, Trash2 } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { TextInput } from '../../ui/TextInput'
import type { Ingredient } from './api'

const MOST = 20

interface IngredientRowsProps {
  rows: readonly Ingredient[]
  onChange: (rows: readonly Ingredient[]) => void
}

/** What works in the product, and how much of it. */
export function IngredientRows({ rows, onChange }: IngredientRowsProps) {
  const t = useT()
  const put = (place: number, change: Partial<Ingredient>) =>
    onChange(rows.map((row, other) => (other === place ? { ...row, ...change } : row)))
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-semibold">{t('product.active_ingredients')}</legend>
      {rows.map((row, place) => (
        <div
          // A row has nothing but its place to be known by.
          // oxlint-disable-next-line react/no-array-index-key
          key={place}
          className="grid grid-cols-[1fr_auto] items-end gap-2 sm:grid-cols-[1fr_1fr_8rem_auto]"
        >
          <TextInput
            name={`ingredient_name_${place}`}
            dir="ltr"
            lang="en"
            maxLength={100}
            label={t('product.ingredient_name')}
            className="max-sm:col-span-2"
            value={row.name}
            onChange={(event) => put(place, { name: event.target.value })}
          />
          <TextInput
            name={`ingredient_arabic_name_${place}`}
            dir="rtl"
            lang="ar"
            optional
            maxLength={100}
            label={t('product.ingredient_arabic_name')}
            className="max-sm:col-span-2"
            value={row.arabic_name ?? ''}
            onChange={(event) => put(place, { arabic_name: event.target.value })}
          />
          <TextInput
            name={`ingredient_strength_${place}`}
            dir="ltr"
            maxLength={50}
            label={t('product.ingredient_strength')}
            value={row.strength ?? ''}
            onChange={(event) => put(place, { strength: event.target.value })}
          />
          <IconButton
            label={t('a11y.remove_item', { name: row.name })}
            icon={<Trash2 className="size-5 text-danger" />}
            onClick={() => onChange(rows.filter((_, other) => other !== place))}
          />
        </div>
      ))}
      {rows.length < MOST && (
        <Button
          variant="quiet"
          className="self-start"
          onClick={() => onChange([...rows, { name: '' }])}
        >
          <Plus aria-hidden="true" className="size-5" />
          {t('product.add_ingredient')}
        </Button>
      )}
    </fieldset>
  )
}

/** The rows without those that were left empty. */
export function filledRows(rows: readonly Ingredient[]): Ingredient[] {
  return rows
    .map(({ name, arabic_name: arabic = '', strength = '' }) => ({
      name: name.trim(),
      ...(arabic.trim() === '' ? {} : { arabic_name: arabic.trim() }),
      ...(strength.trim() === '' ? {} : { strength: strength.trim() }),
    }))
    .filter((row) => Object.values(row).some((text) => text !== ''))
}
