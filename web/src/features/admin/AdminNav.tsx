import { type ReactNode, useEffect, useRef } from 'react'
import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { useMay } from '../../lib/may'
import { useCardsTaken } from '../../lib/page-data'
import { useLocation } from '../../lib/router'
import { Badge } from '../../ui/Badge'
import { cx } from '../../ui/cx'
import { Link, NavLink } from '../../ui/Link'
import { adminGroups } from './admin-screens'

const APPROVALS = '/admin/approvals'
/** Of no use to a shop that takes cash only. */
const PAYMENTS = '/admin/payments'

/** The screens of the admin area: a row of groups and, below it, the screens of the group one is in. */
export function AdminNav({ waiting = 0 }: { waiting?: number }) {
  const t = useT()
  const may = useMay()
  const cards = useCardsTaken()
  const { pathname } = useLocation()
  const groups = adminGroups
    .map(({ label, screens }) => ({
      label,
      screens: screens.filter(
        ({ to, action }) => may(action) && !(to === PAYMENTS && cards === 'none'),
      ),
    }))
    .filter(({ screens }) => screens.length > 0)
  const here = groups.find(({ screens }) =>
    screens.some(({ to }) => to === pathname || (to !== '/admin' && pathname.startsWith(`${to}/`))),
  )
  return (
    <nav aria-label={t('admin.title')} className="-mx-4 border-b border-line">
      <Row>
        {groups.map((group) => {
          const [first] = group.screens
          if (first === undefined) return null
          const alone = group.screens.length === 1
          const approvals = group.screens.some(({ to }) => to === APPROVALS)
          return (
            <li key={group.label}>
              <Link
                to={first.to}
                aria-current={group === here ? (alone ? 'page' : 'true') : undefined}
                className={cx(
                  'flex min-h-12 items-center gap-2 border-b-3 border-transparent px-3 font-semibold',
                  'whitespace-nowrap text-muted transition-colors hover:text-primary',
                  'aria-[current]:border-primary aria-[current]:text-primary',
                )}
              >
                <first.Icon aria-hidden="true" className="size-5" />
                {t(alone ? first.label : group.label)}
                {approvals && <Badge count={waiting} max={shop.badge_max} />}
              </Link>
            </li>
          )
        })}
      </Row>
      {here !== undefined && here.screens.length > 1 && (
        <Row>
          {here.screens.map(({ to, label, Icon }) => (
            <li key={to} className="py-2">
              <NavLink
                to={to}
                className={cx(
                  'flex min-h-11 items-center gap-2 rounded-control px-3 whitespace-nowrap text-muted',
                  'transition-colors hover:text-primary aria-[current]:bg-primary-tint',
                  'aria-[current]:font-semibold aria-[current]:text-primary',
                )}
              >
                <Icon aria-hidden="true" className="size-4" />
                {t(label)}
                {to === APPROVALS && <Badge count={waiting} max={shop.badge_max} />}
              </NavLink>
            </li>
          ))}
        </Row>
      )}
    </nav>
  )
}

/** A row of links that scrolls sideways where it has no room, with the current one in view. */
function Row({ children }: { children: ReactNode }) {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const list = row.current
    const current = list?.querySelector('[aria-current]')
    if (list === null || current === null || current === undefined) return
    const [around, inside] = [list.getBoundingClientRect(), current.getBoundingClientRect()]
    list.scrollLeft += inside.x + inside.width / 2 - around.x - around.width / 2
  }, [])
  return (
    <ul ref={row} className="flex gap-1 overflow-x-auto px-4">
      {children}
    </ul>
  )
}
