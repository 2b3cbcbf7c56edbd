import { BadgeCheck, Banknote, Search, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'
import { Link } from '../../ui/Link'
import { HeroIllustration } from './HeroIllustration'

/** What the shop is, at a glance: a sentence, what it promises, and a few concerns to begin with. */
export function Hero() {
  const t = useT()
  return (
    <section className="page-width pt-4 lg:pt-6">
      <div className="relative flex items-center overflow-hidden rounded-card bg-primary-tint">
        <div className="relative z-10 min-w-0 flex-1 p-5 sm:p-8 lg:ps-12">
          <h1 className="max-w-md text-2xl font-extrabold sm:text-3xl">{t('home.hero_title')}</h1>
          <p className="mt-2 max-w-md text-base text-balance lg:text-lg">{t('home.hero_text')}</p>
          <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1.5 text-sm font-semibold lg:mt-5">
            <Benefit icon={<Truck className="size-5 mirror-rtl" />}>
              {t('home.hero_delivery')}
            </Benefit>
            <Benefit icon={<Banknote className="size-5" />}>{t('home.hero_cash')}</Benefit>
            <Benefit icon={<BadgeCheck className="size-5" />} className="max-sm:hidden">
              {t('home.hero_genuine')}
            </Benefit>
          </ul>
          <PopularConcerns />
        </div>
        <HeroIllustration className="me-8 hidden w-72 shrink-0 self-end md:block lg:me-14 lg:w-88" />
      </div>
    </section>
  )
}

interface BenefitProps {
  icon: ReactNode
  children: string
  className?: string
}

function Benefit({ icon, children, className }: BenefitProps) {
  return (
    <li className={cx('flex items-center gap-2 text-primary', className)}>
      {icon}
      {children}
    </li>
  )
}

/** Concerns to begin with: what people come to a pharmacy for. */
function PopularConcerns() {
  const t = useT()
  return (
    <nav
      aria-label={t('home.popular_searches')}
      className="-mx-5 mt-4 flex [scrollbar-width:none] gap-2 overflow-x-auto px-5 sm:-mx-8 sm:px-8 md:mx-0 md:flex-wrap md:overflow-visible md:px-0 lg:mt-5"
    >
      {shop.home_concerns.map((key) => (
        <Link
          key={key}
          to={`/concern/${key}`}
          className="flex min-h-11 shrink-0 items-center gap-2 rounded-full bg-paper px-4 text-sm font-semibold transition-colors hover:text-primary"
        >
          <Search aria-hidden="true" className="size-4 text-muted" />
          <bdi>{t.maybe(`home.concern_${key}`) ?? key}</bdi>
        </Link>
      ))}
    </nav>
  )
}
