import shop from '../../../../contract/shop.json'
import type { RulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { maxLength } from '../../lib/validation'
import { Card } from '../../ui/Card'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import type { ProductFields, ProductRules } from './api'

interface RegulationFieldsProps {
  form: RulesForm<ProductFields>
  rules: ProductRules
}

/** The class under the law on medicines, VAT, and what only a medicine has: registration and official price. */
export function RegulationFields({ form, rules }: RegulationFieldsProps) {
  const t = useT()
  const regulation = form.value('regulation')
  return (
    <Card as="section" className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Select
        {...form.field('regulation')}
        label={t('product.regulation')}
        hint={t('product.regulation_hint')}
        options={[
          { value: '', label: t('product.choose_regulation') },
          ...shop.regulations.map((value) => ({
            value,
            label: t.maybe(`regulation.${value}`) ?? value,
          })),
        ]}
      />
      <TextInput
        {...form.field('vat_rate')}
        ltr
        inputMode="numeric"
        autoComplete="off"
        label={t('product.vat_rate')}
      />
      {isMedicine(regulation) && (
        <>
          <TextInput
            {...form.field('registration_no')}
            ltr
            autoComplete="off"
            label={t('product.registration_no')}
            maxLength={maxLength(rules, 'registration_no')}
          />
          <TextInput
            {...form.field('official_price_lbp')}
            ltr
            inputMode="numeric"
            autoComplete="off"
            label={t('product.official_price_lbp')}
          />
          <TextInput
            {...form.field('official_price_source')}
            autoComplete="off"
            label={t('product.official_price_source')}
            maxLength={maxLength(rules, 'official_price_source')}
          />
          <TextInput
            {...form.field('official_price_from')}
            ltr
            type="date"
            label={t('product.official_price_from')}
          />
        </>
      )}
    </Card>
  )
}

/** Whether a class is a medicine's, which has an official price and no discount. */
export function isMedicine(regulation: string | undefined): boolean {
  return regulation !== undefined && regulation !== '' && regulation !== 'none'
}
