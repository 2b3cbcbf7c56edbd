import type { ReactNode } from 'react'
import { useT } from '../lib/i18n'
import { Button } from './Button'
import { cx } from './cx'
import { Unplugged } from './illustrations/Unplugged'

interface ErrorStateProps {
  /** What happened, in the reader's words. */
  title: string
  children?: ReactNode
  onRetry?: () => void
  /** The retry is under way. */
  busy?: boolean
  className?: string
}

/** Something did not arrive: says what, and offers to try again. */
export function ErrorState({ title, children, onRetry, busy, className }: ErrorStateProps) {
  const t = useT()
  return (
    <div
      role="alert"
      className={cx('flex flex-col items-center gap-3 px-4 py-10 text-center', className)}
    >
      <Unplugged />
      <p className="mt-2 text-xl leading-(--leading-title) font-bold">{title}</p>
      {children !== undefined && <div className="max-w-md text-muted">{children}</div>}
      {onRetry !== undefined && (
        <Button className="mt-3" onClick={onRetry} busy={busy}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  )
}
