import { cx } from './cx'

interface BadgeProps {
  count: number
  /** The largest number written out; above it the badge shows `99+`. */
  max: number
  /** Lays it over the upper corner of an icon, growing outwards so that it hides nothing. */
  corner?: boolean
  className?: string
}

/** A count beside an icon or a link; nothing when it is zero. */
export function Badge({ count, max, corner = false, className }: BadgeProps) {
  if (count <= 0) return null
  return (
    <span
      className={cx(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-primary px-1 text-sm leading-none font-bold text-on-primary tabular',
        corner && 'absolute start-6 top-0 ring-2 ring-paper',
        className,
      )}
    >
      <bdi dir="ltr">{count > max ? `${max}+` : count}</bdi>
    </span>
  )
}
