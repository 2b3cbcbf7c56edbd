import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { Chip } from '../../ui/Chip'
import { brandName } from '../../domain/product/brand-name'
import { changed, cleared, filterCount, type ListQuery, toggleBrand } from './list-query'
import { priceRangeText } from './price-range'

interface ActiveFiltersProps {
  list: ListQuery
  onChange: (list: ListQuery) => void
}

/** The filters that are on, each removable, and all of them at once. */
export function ActiveFilters({ list, onChange }: ActiveFiltersProps) {
  const t = useT()
  if (filterCount(list) === 0) return null
  const price = priceRangeText(t, list)
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
      <li>
        <Button variant="quiet" onClick={() => onChange(cleared(list))} className="text-sm">
          {t('list.clear_filters')}
        </Button>
      </li>
    </ul>
  )
}
