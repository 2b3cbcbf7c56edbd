import {
  Boxes,
  ClipboardCheck,
  FileSpreadsheet,
  FileText,
  HeartPulse,
  Languages,
  LayoutDashboard,
  MailWarning,
  Package,
  ScrollText,
  SearchX,
  Users,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { useMay } from '../../lib/may'
import { Badge } from '../../ui/Badge'
import { NavLink } from '../../ui/Link'

const places = [
  { to: '/admin', label: 'admin.overview', action: 'see_overview', Icon: LayoutDashboard },
  { to: '/admin/orders', label: 'admin.orders', action: 'manage_orders', Icon: Package },
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
  { to: '/admin/translations', label: 'admin.translations', action: 'admin', Icon: Languages },
  { to: '/admin/mail', label: 'admin.mail', action: 'manage_mail', Icon: MailWarning },
  {
    to: '/admin/searches',
    label: 'page.admin_searches',
    action: 'manage_catalogue',
    Icon: SearchX,
  },
  { to: '/admin/advice', label: 'page.admin_advice', action: 'admin', Icon: HeartPulse },
  { to: '/admin/notice/privacy', label: 'page.privacy', action: 'admin', Icon: FileText },
  { to: '/admin/notice/terms', label: 'page.terms', action: 'admin', Icon: FileText },
  { to: '/admin/people', label: 'members.title', action: 'admin', Icon: Users },
  { to: '/admin/audit', label: 'audit.title', action: 'see_audit', Icon: ScrollText },
] as const

/** Links to the screens of the admin area; on a phone they scroll sideways. */
export function AdminNav({ waiting = 0 }: { waiting?: number }) {
  const t = useT()
  const may = useMay()
  const links = useRef<HTMLElement>(null)
  // On a phone the link of the current screen may lie beyond the edge.
  useEffect(() => {
    const nav = links.current
    const here = nav?.querySelector('[aria-current]')
    if (nav === null || here === null || here === undefined) return
    const [around, inside] = [nav.getBoundingClientRect(), here.getBoundingClientRect()]
    nav.scrollLeft += inside.x + inside.width / 2 - around.x - around.width / 2
  }, [])
  return (
    <nav
      ref={links}
      aria-label={t('admin.title')}
      className="-mx-4 overflow-x-auto border-b border-line px-4"
    >
      <ul className="flex w-max gap-1">
        {places
          .filter((place) => may('action' in place ? place.action : 'admin'))
          .map(({ to, label, Icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                className="flex min-h-12 items-center gap-2 border-b-3 border-transparent px-3 font-semibold whitespace-nowrap text-muted transition-colors hover:text-primary aria-[current=page]:border-primary aria-[current=page]:text-primary"
              >
                <Icon aria-hidden="true" className="size-5" />
                {t(label)}
                {to === '/admin/approvals' && <Badge count={waiting} max={shop.badge_max} />}
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  )
}
