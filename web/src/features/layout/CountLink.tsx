import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Badge } from '../../ui/Badge'

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
      aria-label={label}
      title={label}
      className="relative inline-flex items-center justify-center rounded-full transition-colors touch-target hover:bg-quiet"
    >
      {icon}
      <Badge count={count} className="absolute start-6 top-0.5" />
    </Link>
  )
}
