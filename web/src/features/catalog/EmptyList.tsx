import type { ReactNode } from 'react'
import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { EmptyState } from '../../ui/EmptyState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { Link } from '../../ui/Link'
import { categoryName } from '../../domain/product/category-name'

interface NothingHereProps {
  title: string
  /** There is nothing else on the screen. */
  alone?: boolean
  /** What to try, before one of the categories. */
  children?: ReactNode
}

/** There is nothing to show: says so, and offers the six categories as the way on. */
export function EmptyList({ title, alone = false, children }: NothingHereProps) {
  const t = useT()
  return (
    <EmptyState
      illustration={<NothingFound />}
      title={title}
      titleAs={alone ? 'h1' : 'h2'}
      className={alone ? 'page-width' : undefined}
      action={
        <ul aria-label={t('list.categories')} className="flex flex-wrap justify-center gap-2">
          {shop.categories.map((category) => (
            <li key={category}>
              <Link
                to={`/product/category/${category}`}
                className="flex min-h-11 items-center rounded-full border border-line bg-paper px-4 font-semibold transition-colors hover:border-primary hover:text-primary"
              >
                {categoryName(t, category)}
              </Link>
            </li>
          ))}
        </ul>
      }
    >
      {children}
    </EmptyState>
  )
}
