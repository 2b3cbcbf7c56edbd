import type { ReactNode } from 'react'
import { LanguageSwitch } from '../features/layout/LanguageSwitch'
import { LogoLink } from '../features/layout/LogoLink'

/**
 * Around a screen that the link of a mail opens: whose it is, the other language, and nothing that
 * leads astray.
 */
export function BareLayout({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh bg-ground">
      <header className="flex items-center justify-center gap-4 pt-8 sm:pt-12">
        <LogoLink />
        <LanguageSwitch />
      </header>
      <main>{children}</main>
    </div>
  )
}
