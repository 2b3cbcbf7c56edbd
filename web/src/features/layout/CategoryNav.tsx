import { NavLink } from 'react-router'
import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'

/** The six categories and the discounts, one line under the header of wide screens. */
export function CategoryNav() {
  const t = useT()
  return (
    <nav aria-label={t('nav.categories')} className="hidden border-b border-line bg-paper lg:block">
      <ul className="page-width -mx-3 flex h-12 items-stretch gap-1 lg:mx-auto">
        {shop.categories.map((category) => (
          <li key={category} className="flex first:-ms-3">
            <CategoryLink to={`/product/category/${category}`}>
              {t.maybe(`category.${category}`) ?? category}
            </CategoryLink>
          </li>
        ))}
        <li className="ms-auto -me-3 flex">
          <CategoryLink to="/product/discounts" sale>
            {t('nav.discounts')}
          </CategoryLink>
        </li>
      </ul>
    </nav>
  )
}

function CategoryLink({
  to,
  sale = false,
  children,
}: {
  to: string
  sale?: boolean
  children: string
}) {
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        cx(
          'flex items-center border-b-2 px-3 text-sm font-semibold transition-colors',
          isActive ? 'border-primary text-primary' : 'border-transparent',
          sale ? 'text-sale' : 'hover:text-primary',
        )
      }
    >
      {children}
    </NavLink>
  )
}
