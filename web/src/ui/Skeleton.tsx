import { cx } from './cx'

/** A quiet shape where something will be; give it the size of what it stands for. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={cx('animate-breathe rounded-small bg-line/80', className)} />
  )
}
