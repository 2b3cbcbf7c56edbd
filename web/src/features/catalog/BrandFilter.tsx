import { useState } from 'react'
import { useT } from '../../lib/i18n'
import { Checkbox } from '../../ui/Checkbox'
import { Skeleton } from '../../ui/Skeleton'
import type { Facets } from './api'
import { BrandLinks } from './BrandLinks'
import { brandName } from '../../domain/product/brand-name'

interface BrandFilterProps {
  /** The brands of the whole list; undefined while they are on their way. */
  brands: Facets['brands'] | undefined
  chosen: readonly string[]
  onToggle: (brand: string) => void
}

/** More than these are shown on request. */
const SHOWN_AT_FIRST = 6
const WAITING = Array.from({ length: 5 }, (_, place) => place)

/** One checkbox per brand; none checked means all. Where nothing is listed, the shop's own brands. */
export function BrandFilter({ brands, chosen, onToggle }: BrandFilterProps) {
  const t = useT()
  const [all, setAll] = useState(false)
  const known = withChosen(brands ?? [], chosen)
  const shown = all ? known : known.filter((row, place) => isShown(row.brand, place, chosen))
  if (brands !== undefined && known.length === 0) return <BrandLinks />
  return (
    <fieldset>
      <legend className="mb-1 font-bold">{t('list.brands')}</legend>
      {brands === undefined &&
        WAITING.map((place) => (
          <div key={place} className="flex h-11 items-center gap-3">
            <Skeleton className="size-5" />
            <Skeleton className="h-3.5 w-28" />
          </div>
        ))}
      {shown.map(({ brand, count }) => (
        <Checkbox
          key={brand}
          name="brands"
          value={brand}
          checked={chosen.includes(brand)}
          onChange={() => onToggle(brand)}
          label={
            <>
              <bdi>{brandName(t, brand)}</bdi> <span className="text-sm text-muted">({count})</span>
            </>
          }
        />
      ))}
      {known.length > SHOWN_AT_FIRST && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="min-h-11 font-semibold text-primary underline-offset-4 hover:underline"
        >
          {t(all ? 'common.show_less' : 'common.show_more')}
        </button>
      )}
    </fieldset>
  )
}

// A ticked box never hides, or nobody could untick it.
function isShown(brand: string, place: number, chosen: readonly string[]): boolean {
  return place < SHOWN_AT_FIRST || chosen.includes(brand)
}

/** An address may name a brand that the list does not have; its box is there all the same. */
function withChosen(brands: Facets['brands'], chosen: readonly string[]): Facets['brands'] {
  const others = chosen.filter((brand) => !brands.some((row) => row.brand === brand))
  return [...brands, ...others.map((brand) => ({ brand, count: 0 }))]
}
