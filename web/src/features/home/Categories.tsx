import { useId } from 'react'
import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { Link } from '../../ui/Link'
import { CategoryIcon } from './CategoryIcon'

/** Anchor of the categories on Home; the bottom bar of phones leads here. */
const CATEGORIES_ID = 'categories'

/** The six categories as tiles. */
export function Categories() {
  const t = useT()
  const headingId = useId()
  return (
    <section id={CATEGORIES_ID} aria-labelledby={headingId} className="page-width pt-8 lg:pt-12">
      <h2 id={headingId} className="mb-4 text-xl lg:text-2xl">
        {t('home.categories')}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6 lg:gap-4">
        {shop.categories.map((category) => (
          <li key={category}>
            <Link
              to={`/product/category/${category}`}
              className="group flex h-full flex-col items-center gap-3 rounded-card border border-line bg-paper px-3 py-5 text-center font-semibold transition-colors hover:border-primary hover:text-primary"
            >
              <span className="grid size-20 place-items-center rounded-full bg-primary-tint transition-transform group-hover:scale-105">
                <CategoryIcon category={category} className="size-12" />
              </span>
              {t.maybe(`category.${category}`) ?? category}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
