import { CreditCard, LogOut, MapPin, Package, ShieldCheck, Store, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useNavigate } from '../../lib/router'
import { useT } from '../../lib/i18n'
import { useCardsTaken } from '../../lib/page-data'
import { Menu, type MenuItem } from '../../ui/Menu'
import { useWrite } from '../../ui/use-write'
import type { User } from './api'
import { signOut } from './change'

interface AccountMenuProps {
  user: User
  /** The name of the trigger; it holds the words that are seen on it. */
  label: string
  trigger: ReactNode
  side?: 'below' | 'above'
  className?: string
}

const icon = 'size-5'

/** What is the person's own: account, addresses, orders, card, and the way out. */
export function AccountMenu({ user, label, trigger, side, className }: AccountMenuProps) {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const cards = useCardsTaken()
  const leave = useWrite({
    resource: 'session',
    write: () => signOut(client),
    onDone: () => navigate('/'),
  })

  const items: MenuItem[] = [
    { label: t('nav.account'), to: '/user/account', icon: <UserRound className={icon} /> },
    { label: t('nav.addresses'), to: '/user/addresses', icon: <MapPin className={icon} /> },
    {
      label: t('nav.order_history'),
      to: '/user/order-history',
      icon: <Package className={icon} />,
    },
    ...(cards === 'none'
      ? []
      : [{ label: t('nav.credit_card'), to: '/user/card', icon: <CreditCard className={icon} /> }]),
    { label: t('nav.my_stores'), to: '/user/stores', icon: <Store className={icon} /> },
  ]
  if (user.may.includes('see_overview'))
    items.push({ label: t('nav.admin'), to: '/admin', icon: <ShieldCheck className={icon} /> })
  items.push({
    label: t('nav.logout'),
    icon: <LogOut className={`${icon} mirror-rtl`} />,
    apart: true,
    onSelect: () => leave.send(),
  })

  return <Menu label={label} trigger={trigger} items={items} side={side} className={className} />
}
