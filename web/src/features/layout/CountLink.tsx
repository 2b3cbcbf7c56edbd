import type { ReactNode } from 'react'
import shop from '../../../../contract/shop.json'
import { Badge } from '../../ui/Badge'
import { Link } from '../../ui/Link'

interface CountLinkProps {
  to: string
  /** The link's whole name, with the number in words. */
  label: string
  icon: ReactNode
  count: number
}

/** An icon in the header that leads to a list and says how much is in it. */
export function CountLink({ to, label, icon, count }: CountLinkProps) {
  return (
    <Link
      to={to}
      title={label}
      className="relative inline-flex items-center justify-center rounded-full transition-colors touch-target hover:bg-quiet"
    >
      {icon}
      <span aria-hidden="true" className="absolute start-6 top-0.5">
        <Badge count={count} max={shop.badge_max} />
      </span>
      <span className="sr-only">{label}</span>
    </Link>
  )
}
