import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import shop from '../../../../contract/shop.json'
import type { RulesForm } from '../../lib/form'
import { useLang, useT } from '../../lib/i18n'
import { maxLength } from '../../lib/validation'
import { Card } from '../../ui/Card'
import { Select } from '../../ui/Select'
import { TextArea } from '../../ui/TextArea'
import { TextInput } from '../../ui/TextInput'
import type { Ingredient, ProductContent, ProductFields, ProductRules } from './api'
import { IngredientRows } from './IngredientRows'
import { languagesFrom, writtenIn } from './ProductTextFields'

interface PharmacyDetailsProps {
  form: RulesForm<ProductFields>
  rules: ProductRules
  /** What the form began with: details that are filled in are shown from the start. */
  initial: ProductContent
  ingredients: readonly Ingredient[]
  onIngredients: (rows: readonly Ingredient[]) => void
}

/** Ingredients, form, pack, limit, usage and warnings; closed until needed. */
export function PharmacyDetails(props: PharmacyDetailsProps) {
  const { form, rules, initial, ingredients, onIngredients } = props
  const t = useT()
  const { lang } = useLang()
  const [opened, setOpened] = useState(hasDetails(initial))
  return (
    <Card as="section" flush>
      <details
        // What is wrong inside must not stay hidden.
        open={opened || detailNames.some((name) => form.field(name).error !== undefined)}
        onToggle={(event) => setOpened(event.currentTarget.open)}
        className="group [&>summary::-webkit-details-marker]:hidden"
      >
        <summary className="flex min-h-14 cursor-pointer list-none items-center gap-2 rounded-card px-4 font-semibold sm:px-6">
          <ChevronDown
            aria-hidden="true"
            className="size-5 text-primary transition-transform group-open:rotate-180"
          />
          {t('product.pharmacy_details')}
          <span className="font-normal text-muted">({t('common.optional')})</span>
        </summary>
        <div className="flex flex-col gap-4 px-4 pb-4 sm:px-6 sm:pb-6">
          <IngredientRows rows={ingredients} onChange={onIngredients} />
          <div className="grid items-start gap-4 md:grid-cols-3">
            <Select
              {...form.field('form')}
              label={t('product.form')}
              options={[
                { value: '', label: t('product.choose_form') },
                ...shop.dosage_forms.map((code) => ({
                  value: code,
                  label: t.maybe(`form.${code}`) ?? code,
                })),
              ]}
            />
            <TextInput
              {...form.field('pack_size')}
              ltr
              label={t('product.pack_size')}
              hint={t('product.pack_size_hint')}
            />
            <TextInput
              {...form.field('max_per_order')}
              ltr
              inputMode="numeric"
              label={t('product.limit_per_order')}
              hint={t('product.limit_hint')}
            />
          </div>
          <div className="grid gap-4 lg:grid-cols-2">
            {(['usage', 'warnings'] as const).flatMap((part) =>
              languagesFrom(lang).map((language) => (
                <TextArea
                  key={`${language}_${part}`}
                  {...form.field(`${language}_${part}`)}
                  {...writtenIn[language]}
                  rows={3}
                  label={t(`product.${language}_${part}`)}
                  maxLength={maxLength(rules, `${language}_${part}`)}
                />
              )),
            )}
          </div>
        </div>
      </details>
    </Card>
  )
}

const detailNames = [
  'form',
  'pack_size',
  'max_per_order',
  'english_usage',
  'arabic_usage',
  'english_warnings',
  'arabic_warnings',
] as const satisfies readonly (keyof ProductFields)[]

function hasDetails({ fields, ingredients }: ProductContent): boolean {
  return ingredients.length > 0 || detailNames.some((name) => fields[name] !== '')
}
