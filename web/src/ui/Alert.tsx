import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useT } from '../lib/i18n'
import { IconButton } from './IconButton'
import { cx } from './cx'

/** What kind of news it is. */
export type Tone = 'success' | 'info' | 'warning' | 'error'

interface AlertProps {
  tone: Tone
  title?: string
  children?: ReactNode
  /** A button or link with the next step. */
  action?: ReactNode
  /** Makes the alert dismissible. */
  onDismiss?: () => void
  className?: string
}

const tones = {
  success: { Icon: CircleCheck, frame: 'border-primary/25 bg-primary-tint', mark: 'text-primary' },
  info: { Icon: Info, frame: 'border-info/25 bg-info-tint', mark: 'text-info' },
  warning: {
    Icon: TriangleAlert,
    frame: 'border-warning/25 bg-warning-tint',
    mark: 'text-warning',
  },
  error: { Icon: CircleAlert, frame: 'border-danger/25 bg-danger-tint', mark: 'text-danger' },
}

/**
 * News that needs reading, in its place on the page. Errors are announced at once. What came of a press is brought into
 * view: on a phone its place may be far from the button.
 */
export function Alert({ tone, title, children, action, onDismiss, className }: AlertProps) {
  const t = useT()
  const { Icon, frame, mark } = tones[tone]
  const box = useRef<HTMLDivElement>(null)
  const isOutcome = tone === 'success' || tone === 'error'
  useEffect(() => {
    if (isOutcome) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isOutcome])
  return (
    <div
      ref={box}
      role={tone === 'error' ? 'alert' : 'status'}
      className={cx('flex items-start gap-3 rounded-card border px-4 py-3', frame, className)}
    >
      <Icon aria-hidden="true" className={cx('mt-0.5 size-5 shrink-0', mark)} />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
        {action !== undefined && <div className="mt-2">{action}</div>}
      </div>
      {onDismiss !== undefined && (
        <IconButton
          label={t('a11y.dismiss')}
          icon={<X className="size-5" />}
          onClick={onDismiss}
          className="-my-2.5 -me-2.5"
        />
      )}
    </div>
  )
}
