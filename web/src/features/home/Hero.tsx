import { BadgeCheck, Banknote, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'
import { HeroIllustration } from './HeroIllustration'

/** What the shop is, at a glance: a sentence and what it promises. */
export function Hero() {
  const t = useT()
  return (
    <section className="page-width pt-4 lg:pt-6">
      <div className="relative flex items-center overflow-hidden rounded-card bg-primary-tint">
        <div className="relative z-10 min-w-0 flex-1 p-5 sm:p-8 lg:ps-12">
          <h1 className="max-w-md text-2xl font-extrabold sm:max-w-none sm:text-3xl">
            {t('home.hero_title')}
          </h1>
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
