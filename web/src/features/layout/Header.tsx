import type { ReactNode } from 'react'
import { CategoryMenu } from './CategoryMenu'
import { LogoLink } from './LogoLink'

interface HeaderProps {
  search: ReactNode
  /** Sign-in links or delivery and account; its space is reserved while the person is not known. */
  personal: ReactNode
  /** Language, wishlist and cart. */
  tools: ReactNode
}

/**
 * Top of every screen. On phones: logo and tools, search, then the person's bar. On wider screens
 * one row that stays while the page scrolls. Every part has its size before it has its content.
 */
export function Header({ search, personal, tools }: HeaderProps) {
  return (
    <header className="z-30 border-b border-line bg-paper lg:sticky lg:top-0">
      <div className="page-width grid grid-cols-[1fr_auto] items-center lg:h-18 lg:grid-cols-[auto_minmax(0,1fr)_auto_auto] lg:gap-x-5">
        <div className="col-start-1 row-start-1 flex h-14 items-center gap-3">
          <LogoLink />
          <CategoryMenu />
        </div>
        <div className="col-span-2 row-start-2 pb-2 lg:col-span-1 lg:col-start-2 lg:row-start-1 lg:pb-0">
          {search}
        </div>
        <div className="col-span-2 row-start-3 -mx-4 flex h-11 items-center border-t border-line px-4 lg:col-span-1 lg:col-start-3 lg:row-start-1 lg:mx-0 lg:w-76 lg:justify-end lg:border-0 lg:px-0">
          {personal}
        </div>
        <div className="col-start-2 row-start-1 flex h-14 items-center justify-end lg:col-start-4">
          {tools}
        </div>
      </div>
    </header>
  )
}
