import { useT } from '../lib/i18n'
import { SpinnerRing } from './SpinnerRing'
import { cx } from './cx'

interface SpinnerProps {
  /** What is being waited for; 'Loading…' when not told. */
  label?: string
  className?: string
}

/** Something is on its way: a ring for the eye, a sentence for the screen reader. */
export function Spinner({ label, className }: SpinnerProps) {
  const t = useT()
  return (
    <div
      role="status"
      className={cx('flex items-center justify-center text-primary', className ?? 'p-8')}
    >
      <SpinnerRing className="size-8" />
      <span className="sr-only">{label ?? t('a11y.loading')}</span>
    </div>
  )
}
