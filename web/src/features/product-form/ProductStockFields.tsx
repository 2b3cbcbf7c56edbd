import shop from '../../../../contract/shop.json'
import { categoryName } from '../../domain/product/category-name'
import type { RulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { maxLength } from '../../lib/validation'
import { Card } from '../../ui/Card'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import type { ProductFields, ProductRules } from './api'
import { BrandField } from './BrandField'
import { PriceFields } from './PriceFields'
import { isMedicine } from './RegulationFields'

interface ProductStockFieldsProps {
  form: RulesForm<ProductFields>
  rules: ProductRules
  /** Changes when the brand was set from outside: its field begins anew. */
  brandKey: string | undefined
}

/** Brand, category, code, stock and price. */
export function ProductStockFields({ form, rules, brandKey }: ProductStockFieldsProps) {
  const t = useT()
  const isNew = rules === 'product_new'
  return (
    <Card as="section" className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <BrandField
        key={brandKey}
        field={form.field('brand')}
        value={form.value('brand')}
        set={(brand) => form.set('brand', brand)}
      />
      <Select
        {...form.field('category')}
        label={t('product.category')}
        required={!isNew}
        hint={isNew ? t('product.category_hint') : undefined}
        options={[
          { value: '', label: t('product.choose_category'), disabled: !isNew },
          ...shop.categories.map((category) => ({
            value: category,
            label: categoryName(t, category),
          })),
        ]}
      />
      <TextInput
        {...form.field('code')}
        required
        ltr
        autoCapitalize="characters"
        spellCheck={false}
        autoComplete="off"
        label={t('product.code')}
        maxLength={maxLength(rules, 'code')}
      />
      <TextInput
        {...form.field('nb_in_stock')}
        required
        ltr
        inputMode="numeric"
        autoComplete="off"
        label={isNew ? t('product.quantity_in_stock') : t('product.nb_in_stock')}
      />
      {!isNew && (
        <TextInput
          {...form.field('reorder_level')}
          optional
          ltr
          inputMode="numeric"
          autoComplete="off"
          label={t('product.reorder_level')}
          hint={t('product.reorder_level_hint')}
        />
      )}
      <PriceFields
        price={form.field('price')}
        discount={form.field('discount')}
        medicine={isMedicine(form.value('regulation'))}
        typed={{ price: form.value('price'), discount: form.value('discount') }}
      />
    </Card>
  )
}
