import { useId } from 'react'
import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { Link } from '../../ui/Link'
import { brandName } from '../../domain/product/brand-name'

/** The six brands, as a list of links at the side. */
export function BrandLinks() {
  const t = useT()
  const headingId = useId()
  return (
    <nav aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-1 text-base">
        {t('list.brands')}
      </h2>
      <ul>
        {shop.brands.map(({ key }) => (
          <li key={key}>
            <Link
              to={`/brand/${encodeURIComponent(key)}`}
              className="-mx-3 flex min-h-11 items-center rounded-control px-3 transition-colors hover:bg-quiet hover:text-primary"
            >
              <bdi>{brandName(t, key)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
