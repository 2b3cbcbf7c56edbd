import type { RulesForm } from '../../lib/form'
import { inLang, useLang, useT } from '../../lib/i18n'
import { useQuery } from '../../lib/query/use-query'
import { Card } from '../../ui/Card'
import { Checkbox } from '../../ui/Checkbox'
import { Chip } from '../../ui/Chip'
import { Select } from '../../ui/Select'
import { concernChoicesQuery, type ProductFields, SUITS, withKey, withoutKey } from './api'

/** No product carries more. */
const MOST = 12

/** What a product helps with, the most fitting first, and for whom its maker says it is. */
export function ConcernFields({ form }: { form: RulesForm<ProductFields> }) {
  return (
    <Card as="section" className="grid items-start gap-4 lg:grid-cols-2">
      <Concerns form={form} />
      <Suits form={form} />
    </Card>
  )
}

function Concerns({ form }: { form: RulesForm<ProductFields> }) {
  const t = useT()
  const { lang } = useLang()
  const texts = useQuery(concernChoicesQuery()).data ?? []
  const labels = new Map(texts.map(({ key, label }) => [key, inLang(lang, label)]))
  const keys = form.value('concerns')
  const chosen = keys === '' ? [] : keys.split(',')
  const { error } = form.field('concerns')
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Select
        name="concerns"
        label={t('product.concerns')}
        hint={t('product.concerns_hint')}
        error={error}
        value=""
        disabled={chosen.length >= MOST}
        onChange={(event) => form.set('concerns', withKey(keys, event.target.value))}
        options={[
          { value: '', label: t('product.concern_add') },
          ...texts
            .filter(({ key }) => !chosen.includes(key))
            .map(({ key, label }) => ({ value: key, label: inLang(lang, label) })),
        ]}
      />
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {chosen.map((key) => (
            <li key={key}>
              <Chip
                label={labels.get(key) ?? key}
                onRemove={() => form.set('concerns', withoutKey(keys, key))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Suits({ form }: { form: RulesForm<ProductFields> }) {
  const t = useT()
  const keys = form.value('suits')
  const { error } = form.field('suits')
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{t('product.suits')}</legend>
      <p className="text-sm text-muted">{error ?? t('product.suits_hint')}</p>
      <div className="flex flex-wrap gap-x-6">
        {SUITS.map((key) => (
          <Checkbox
            key={key}
            name={`suits_${key}`}
            label={t(`list.suits_${key}`)}
            checked={keys.split(',').includes(key)}
            onChange={(event) =>
              form.set('suits', event.target.checked ? withKey(keys, key) : withoutKey(keys, key))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
