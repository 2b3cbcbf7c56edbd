import type { ReactNode } from 'react'
import { ConnectionRegion } from '../features/layout/ConnectionRegion'
import { Footnote } from '../features/layout/Footnote'
import { LanguageSwitch } from '../features/layout/LanguageSwitch'
import { Logo } from '../features/layout/Logo'
import { OfflineNote } from '../features/layout/OfflineNote'
import { MAIN_ID, SkipLink } from '../features/layout/SkipLink'
import { useSessionTrouble } from '../features/session/api'
import { useT } from '../lib/i18n'
import { LinkButton } from '../ui/LinkButton'
import { useOtherTabs } from './other-tabs'
import { useMailLanguage } from './use-mail-language'

/** What is around the checkout: the way back to the cart and nothing else that leads away. */
export function CheckoutLayout({ children }: { children: ReactNode }) {
  const t = useT()
  const { trouble } = useSessionTrouble()
  useMailLanguage()
  useOtherTabs()
  return (
    <>
      <SkipLink />
      <header className="z-30 border-b border-line bg-paper lg:sticky lg:top-0">
        <div className="page-width flex min-h-14 flex-wrap items-center gap-x-1 sm:gap-x-2 lg:h-18">
          <span className="me-auto flex items-center gap-2 text-xl leading-none font-extrabold sm:gap-2.5 sm:text-2xl">
            <Logo className="size-9 shrink-0 lg:size-10" />
            {t('common.site_name')}
          </span>
          <LinkButton to="/user/cart" variant="quiet" className="px-2">
            {t('nav.back_to_cart')}
          </LinkButton>
          <LanguageSwitch />
        </div>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className="min-h-[60dvh]">
        {children}
      </main>
      <Footnote />
      <ConnectionRegion>
        <OfflineNote sessionTrouble={trouble} />
      </ConnectionRegion>
    </>
  )
}
