import type { ReactNode } from 'react'
import { cx } from './cx'

/** What a tag tells by its colour; its words say it too. */
export type TagTone = 'good' | 'waiting' | 'bad' | 'neutral'

const looks: Record<TagTone, string> = {
  good: 'bg-primary-tint text-primary',
  waiting: 'bg-warning-tint text-warning',
  bad: 'bg-danger-tint text-danger',
  neutral: 'bg-quiet text-ink',
}

/** A word about the state of something. */
export function Tag({
  tone,
  children,
  className,
}: {
  tone: TagTone
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={cx(
        'inline-flex w-fit items-center rounded-full px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap',
        looks[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
