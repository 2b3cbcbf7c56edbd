import { cx } from './cx'

interface ProgressProps {
  /** From 0 to 1. */
  value: number
  /** What is under way, and how far; written below the bar. */
  label: string
  className?: string
}

/** How far something is that takes a while. */
export function Progress({ value, label, className }: ProgressProps) {
  const percent = Math.round(Math.min(Math.max(value, 0), 1) * 100)
  return (
    <div className={className}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-quiet"
      >
        <div
          className={cx('h-full rounded-full bg-primary transition-[inline-size]')}
          style={{ inlineSize: `${percent}%` }}
        />
      </div>
      <p aria-hidden="true" className="mt-1 text-sm text-muted tabular">
        {label}
      </p>
    </div>
  )
}
