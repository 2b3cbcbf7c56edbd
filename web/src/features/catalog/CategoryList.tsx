import { useId } from 'react'
import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'
import { Link } from '../../ui/Link'
import { categoryName } from '../../domain/product/category-name'

interface CategoryListProps {
  /** The category being shown, if any: its link is bold. */
  current?: string | undefined
}

/** The six categories, as a list of links at the side. */
export function CategoryList({ current }: CategoryListProps) {
  const t = useT()
  const headingId = useId()
  return (
    <nav aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-1 text-base">
        {t('list.categories')}
      </h2>
      <ul>
        {shop.categories.map((category) => (
          <li key={category}>
            <Link
              to={`/product/category/${category}`}
              aria-current={category === current ? 'page' : undefined}
              className={cx(
                '-mx-3 flex min-h-11 items-center rounded-control px-3 transition-colors',
                category === current
                  ? 'bg-primary-tint font-bold text-primary'
                  : 'hover:bg-quiet hover:text-primary',
              )}
            >
              {categoryName(t, category)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
