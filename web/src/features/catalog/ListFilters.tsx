import { useT } from '../../lib/i18n'
import type { Served } from '../../lib/page-data'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Skeleton } from '../../ui/Skeleton'
import type { Facets } from './api'
import { BrandFilter } from './BrandFilter'
import { changed, type ListQuery, toggleBrand } from './list-query'
import { DetailFilters } from './DetailFilters'
import { PriceFilter } from './PriceFilter'

interface ListFiltersProps {
  list: ListQuery
  facets: Served<Facets>
  /** The highest price the products themselves came with, should the facets not arrive. */
  highestSeen?: number | undefined
  /** A list of one brand has nothing to choose there. */
  withBrands: boolean
  /** A list of one concern has nothing to choose there. */
  withConcerns: boolean
  onChange: (list: ListQuery) => void
}

/** What narrows a list: brands, price, concern, form, whom it suits, what is in stock. Each choice takes effect at once. */
export function ListFilters({
  list,
  facets,
  highestSeen,
  withBrands,
  withConcerns,
  onChange,
}: ListFiltersProps) {
  const t = useT()
  const known = facets.data?.body
  const highest = known?.max_price ?? highestSeen
  return (
    <div className="flex flex-col gap-6">
      {withBrands && facets.failed && known === undefined ? (
        <Alert
          tone="error"
          action={
            <Button variant="secondary" onClick={facets.retry}>
              {t('common.retry')}
            </Button>
          }
        >
          {t('error.products_count')}
        </Alert>
      ) : (
        withBrands && (
          <BrandFilter
            brands={known?.brands}
            chosen={list.brands}
            onToggle={(brand) => onChange(toggleBrand(list, brand))}
          />
        )
      )}
      {highest === undefined && !facets.failed && <Skeleton className="h-20 w-full" />}
      {highest !== undefined && highest > 0 && (
        <PriceFilter
          highest={highest}
          min={list.minPrice}
          max={list.maxPrice}
          onChange={(range) => onChange(changed(list, range))}
        />
      )}
      {known !== undefined && (
        <DetailFilters
          list={list}
          facets={known}
          withConcerns={withConcerns}
          onChange={(change) => onChange(changed(list, change))}
        />
      )}
    </div>
  )
}
