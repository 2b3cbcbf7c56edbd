import { cx } from './cx'

/** The turning ring alone, for places that already say in words that something is under way. */
export function SpinnerRing({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="2.5"
      stroke="currentColor"
      aria-hidden="true"
      className={cx('animate-spin', className ?? 'size-5')}
    >
      <circle cx="12" cy="12" r="9.5" opacity="0.2" />
      <path d="M21.5 12A9.5 9.5 0 0 0 12 2.5" strokeLinecap="round" />
    </svg>
  )
}
