import { BadgeCheck, Banknote, Search, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { HeroDrawing } from './HeroDrawing'

/** What the shop is, at a glance: a sentence, what it promises, and a few searches to begin with. */
export function Hero() {
  const t = useT()
  return (
    <section className="page-width pt-4 lg:pt-6">
      <div className="relative flex items-center overflow-hidden rounded-card bg-primary-tint">
        <div className="relative z-10 flex-1 p-5 sm:p-8 lg:p-12">
          <h1 className="max-w-md text-2xl font-extrabold sm:text-3xl">{t('home.hero_title')}</h1>
          <p className="mt-2 max-w-md text-base lg:text-lg">{t('home.hero_text')}</p>
          <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1.5 text-sm font-semibold lg:mt-6">
            <Promise icon={<Truck className="size-5 mirror-rtl" />}>
              {t('home.hero_delivery')}
            </Promise>
            <Promise icon={<Banknote className="size-5" />}>{t('home.hero_cash')}</Promise>
            <Promise icon={<BadgeCheck className="size-5" />}>{t('home.hero_genuine')}</Promise>
          </ul>
          <PopularSearches />
        </div>
        <HeroDrawing className="me-10 hidden w-80 shrink-0 self-end md:block lg:w-96" />
      </div>
    </section>
  )
}

function Promise({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <li className="flex items-center gap-2 text-primary">
      {icon}
      {children}
    </li>
  )
}

/** Searches to begin with: the brands and two categories people ask for most. */
function PopularSearches() {
  const t = useT()
  const searches = [
    ...shop.brands.slice(0, 3).map((brand) => t.maybe(`brand.${brand.code}`) ?? brand.key),
    t('category.vitamins'),
  ]
  return (
    <nav aria-label={t('home.popular_searches')} className="mt-4 flex flex-wrap gap-2 lg:mt-6">
      {searches.map((search) => (
        <Link
          key={search}
          to={`/search-results?${new URLSearchParams({ q: search }).toString()}`}
          className="flex min-h-11 items-center gap-2 rounded-full bg-paper px-4 text-sm font-semibold transition-colors hover:text-primary"
        >
          <Search aria-hidden="true" className="size-4 text-muted" />
          <bdi>{search}</bdi>
        </Link>
      ))}
    </nav>
  )
}
