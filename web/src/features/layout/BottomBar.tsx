import { House, LayoutGrid, Search, ShoppingCart, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { Badge } from '../../ui/Badge'
import { Link, NavLink } from '../../ui/Link'

interface BottomBarProps {
  cart: ReactNode
  /** The account item: a menu for those signed in, a link to sign in for the others. */
  account: ReactNode
  onSearch: () => void
}

/** How every item of the bottom bar looks; the account menu uses it for its button. */
export const bottomItemStyle =
  'relative flex min-w-0 flex-col items-center justify-center gap-0.5 text-sm font-semibold text-muted aria-[current=page]:text-primary'

/** The five ways to anywhere, within reach of a thumb. On phones and tablets only. */
export function BottomBar({ cart, account, onSearch }: BottomBarProps) {
  const t = useT()
  return (
    <nav
      aria-label={t('nav.quick')}
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <div className="grid h-16 grid-cols-5 max-[22.5rem]:grid-cols-[repeat(5,auto)]">
        <NavLink to="/" className={bottomItemStyle}>
          <House aria-hidden="true" className="size-6" />
          {t('nav.home')}
        </NavLink>
        <Link to="/#categories" className={bottomItemStyle}>
          <LayoutGrid aria-hidden="true" className="size-6" />
          {t('nav.categories')}
        </Link>
        <button type="button" onClick={onSearch} className={bottomItemStyle}>
          <Search aria-hidden="true" className="size-6" />
          {t('nav.search')}
        </button>
        {cart}
        {account}
      </div>
    </nav>
  )
}

interface BottomCartProps {
  count: number
  /** The link's whole name, with the number in words. */
  label: string
}

/** The item that leads to the cart and says how much is in it. */
export function BottomCart({ count, label }: BottomCartProps) {
  const t = useT()
  return (
    <NavLink to="/user/cart" className={bottomItemStyle}>
      <span aria-hidden="true" className="flex flex-col items-center gap-0.5">
        <span className="relative">
          <ShoppingCart className="size-6" />
          <Badge count={count} max={shop.badge_max} className="absolute start-4 -top-2" />
        </span>
        {t('nav.cart')}
      </span>
      <span className="sr-only">{label}</span>
    </NavLink>
  )
}

/** The account item of someone who is not signed in. */
export function BottomSignIn() {
  const t = useT()
  return (
    <NavLink to="/user/login" className={bottomItemStyle}>
      <UserRound aria-hidden="true" className="size-6" />
      {t('nav.account')}
    </NavLink>
  )
}
