import {
  BadgeDollarSign,
  Boxes,
  ClipboardCheck,
  Contact,
  CreditCard,
  FileSpreadsheet,
  FileText,
  HeartPulse,
  Languages,
  LayoutDashboard,
  MailWarning,
  Package,
  ScrollText,
  SearchX,
  Siren,
  Store,
  Users,
  Wallet,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { MessageKey } from '../../lib/i18n'

interface AdminScreen {
  to: string
  /** The key of its name. */
  label: MessageKey
  /** What one must be allowed to do to see it. */
  action: string
  Icon: ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>
}

interface AdminGroup {
  /** The key of the group's name. A group of one screen is called like its screen. */
  label: MessageKey
  screens: readonly AdminScreen[]
}

/** The screens of the admin area, by what one comes for. */
export const adminGroups: readonly AdminGroup[] = [
  {
    label: 'admin.overview',
    screens: [
      { to: '/admin', label: 'admin.overview', action: 'see_overview', Icon: LayoutDashboard },
    ],
  },
  {
    label: 'admin.orders',
    screens: [
      { to: '/admin/orders', label: 'admin.orders', action: 'manage_orders', Icon: Package },
      {
        to: '/admin/customers',
        label: 'page.admin_customers',
        action: 'see_customers',
        Icon: Contact,
      },
    ],
  },
  {
    label: 'admin.group_catalogue',
    screens: [
      { to: '/admin/products', label: 'admin.products', action: 'manage_catalogue', Icon: Boxes },
      {
        to: '/admin/approvals',
        label: 'admin.approvals',
        action: 'approve_products',
        Icon: ClipboardCheck,
      },
      {
        to: '/admin/import',
        label: 'admin.import_export',
        action: 'manage_catalogue',
        Icon: FileSpreadsheet,
      },
      {
        to: '/admin/prices',
        label: 'page.admin_prices',
        action: 'manage_catalogue',
        Icon: BadgeDollarSign,
      },
      { to: '/admin/translations', label: 'admin.translations', action: 'admin', Icon: Languages },
      {
        to: '/admin/searches',
        label: 'page.admin_searches',
        action: 'manage_catalogue',
        Icon: SearchX,
      },
      { to: '/admin/advice', label: 'page.admin_advice', action: 'admin', Icon: HeartPulse },
    ],
  },
  {
    label: 'admin.group_shop',
    screens: [
      { to: '/admin/stores', label: 'page.admin_stores', action: 'see_stores', Icon: Store },
      { to: '/admin/people', label: 'members.title', action: 'admin', Icon: Users },
      { to: '/admin/audit', label: 'audit.title', action: 'see_audit', Icon: ScrollText },
      { to: '/admin/signals', label: 'page.admin_signals', action: 'see_audit', Icon: Siren },
      { to: '/admin/payments', label: 'page.admin_payments', action: 'admin', Icon: CreditCard },
      { to: '/admin/balances', label: 'page.admin_balances', action: 'admin', Icon: Wallet },
      { to: '/admin/mail', label: 'admin.mail', action: 'manage_mail', Icon: MailWarning },
      { to: '/admin/notice/privacy', label: 'page.privacy', action: 'admin', Icon: FileText },
      { to: '/admin/notice/terms', label: 'page.terms', action: 'admin', Icon: FileText },
    ],
  },
]
