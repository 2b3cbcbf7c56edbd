import { useId } from 'react'
import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { Link } from '../../ui/Link'
import { ConcernIcon } from './ConcernIcon'

/** What people come to a pharmacy for: a row of concerns, which scrolls sideways on a phone. */
export function Concerns() {
  const t = useT()
  const headingId = useId()
  return (
    <nav aria-labelledby={headingId} className="page-width pt-5 lg:pt-7">
      <h2 id={headingId} className="mb-2 text-lg lg:text-xl">
        {t('home.concerns')}
      </h2>
      <ul className="-mx-4 flex [scrollbar-width:none] gap-1 overflow-x-auto px-4 lg:mx-0 lg:grid lg:grid-cols-10 lg:px-0">
        {shop.home_concerns.map((key) => (
          <li key={key} className="w-22 shrink-0 lg:w-auto">
            <Link
              to={`/concern/${key}`}
              className="group flex h-full flex-col items-center gap-1.5 rounded-card px-1 py-2 text-center text-sm leading-tight font-semibold transition-colors hover:text-primary"
            >
              <span className="grid size-14 place-items-center rounded-full bg-primary-tint transition-transform group-hover:scale-105">
                <ConcernIcon concern={key} className="size-8" />
              </span>
              <bdi>{t.maybe(`home.concern_${key}`) ?? key}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
