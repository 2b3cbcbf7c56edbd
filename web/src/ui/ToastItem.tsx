import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '../lib/i18n'
import { IconButton } from './IconButton'
import type { ShownToast } from './toast-context'

export interface ToastItemProps {
  toast: ShownToast
  onDone: (key: number) => void
}

const STAY_MS = 5000

const marks = {
  success: <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-primary" />,
  info: <Info aria-hidden="true" className="size-5 shrink-0 text-info" />,
  error: <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />,
}

/** A toast: what it says, what can be done about it, and a way to be rid of it before its time. */
export function ToastItem({ toast, onDone }: ToastItemProps) {
  const t = useT()
  // Whoever points at a toast or tabs into it is reading it: the clock waits.
  const [held, setHeld] = useState(false)

  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => onDone(toast.key), STAY_MS)
    return () => clearTimeout(timer)
  }, [held, onDone, toast.key])

  return (
    <div
      data-notice="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex animate-appear items-center gap-3 rounded-card border border-line bg-raised ps-4 text-ink shadow-raised"
    >
      {marks[toast.tone ?? 'success']}
      <p className="min-w-0 flex-1 py-3">{toast.text}</p>
      {toast.action !== undefined && (
        <button
          type="button"
          onClick={() => {
            toast.action?.onPress()
            onDone(toast.key)
          }}
          className="min-h-11 shrink-0 px-2 font-semibold text-primary hover:underline"
        >
          {toast.action.label}
        </button>
      )}
      <IconButton
        label={t('a11y.dismiss')}
        icon={<X className="size-4" />}
        onClick={() => onDone(toast.key)}
        className="me-1 text-muted"
      />
    </div>
  )
}
