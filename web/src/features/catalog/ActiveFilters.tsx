import { inLang, useLang, useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { Chip } from '../../ui/Chip'
import { brandName } from '../../domain/product/brand-name'
import type { Facets } from './api'
import { changed, cleared, filterCount, type ListQuery, toggleBrand } from './list-query'
import { priceRangeText } from './price-range'

interface ActiveFiltersProps {
  list: ListQuery
  /** Names the concerns; a chosen one that is not among them is named by its key. */
  concerns: Facets['concerns']
  onChange: (list: ListQuery) => void
}

/** The filters that are on, each removable, and all of them at once. */
export function ActiveFilters({ list, concerns, onChange }: ActiveFiltersProps) {
  const t = useT()
  const { lang } = useLang()
  if (filterCount(list) === 0) return null
  const price = priceRangeText(t, list)
  const concern = concerns.find(({ key }) => key === list.concern)
  const details: [string, Parameters<typeof changed>[1]][] = [
    [
      list.concern === '' || concern === undefined ? list.concern : inLang(lang, concern.label),
      { concern: '' },
    ],
    [list.form === '' ? '' : (t.maybe(`form.${list.form}`) ?? list.form), { form: '' }],
    [list.suits === '' ? '' : t(`list.suits_${list.suits}`), { suits: '' }],
    [list.inStock ? t('list.in_stock') : '', { inStock: false }],
  ]
  return (
    <ul aria-label={t('list.active_filters')} className="flex flex-wrap items-center gap-2">
      {list.brands.map((brand) => (
        <li key={brand}>
          <Chip label={brandName(t, brand)} onRemove={() => onChange(toggleBrand(list, brand))} />
        </li>
      ))}
      {price !== null && (
        <li>
          <Chip
            label={price}
            onRemove={() => onChange(changed(list, { minPrice: null, maxPrice: null }))}
          />
        </li>
      )}
      {details
        .filter(([label]) => label !== '')
        .map(([label, without]) => (
          <li key={label}>
            <Chip label={label} onRemove={() => onChange(changed(list, without))} />
          </li>
        ))}
      <li>
        <Button variant="quiet" onClick={() => onChange(cleared(list))} className="text-sm">
          {t('list.clear_filters')}
        </Button>
      </li>
    </ul>
  )
}
