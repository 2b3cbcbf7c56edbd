import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useT } from '../lib/i18n'
import { IconButton } from './IconButton'
import { type ShowToast, ToastContext, type ToastMessage } from './toast-context'
import { cx } from './cx'

export { useToast } from './toast-context'

const STAY_MS = 5000
const MOST_AT_ONCE = 3

interface ShownToast extends ToastMessage {
  key: number
}

/**
 * Shows toasts above everything inside it. The regions they appear in are in the page from the
 * start, because a screen reader only reads what is added to a region it knows.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const t = useT()
  const [toasts, setToasts] = useState<ShownToast[]>([])
  const lastKey = useRef(0)

  const show = useCallback<ShowToast>((message) => {
    lastKey.current += 1
    const toast = { ...message, key: lastKey.current }
    setToasts((all) =>
      [...all.filter((one) => one.text !== message.text), toast].slice(-MOST_AT_ONCE),
    )
  }, [])
  const remove = useCallback((key: number) => {
    setToasts((all) => all.filter((one) => one.key !== key))
  }, [])

  // A toast may lie over what has the focus: Escape uncovers it without moving on.
  const some = toasts.length > 0
  useEffect(() => {
    if (!some) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setToasts([])
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [some])

  const list = (urgent: boolean) =>
    toasts
      .filter((toast) => (toast.tone === 'error') === urgent)
      .map((toast) => <ToastItem key={toast.key} toast={toast} onDone={remove} />)

  return (
    <ToastContext value={show}>
      {children}
      <section
        aria-label={t('a11y.notifications')}
        className="pointer-events-none fixed inset-x-0 bottom-(--toast-offset,16px) z-50 flex flex-col items-center px-4 md:items-end md:px-6"
      >
        <div role="status" aria-live="polite" className="flex w-full max-w-sm flex-col gap-2">
          {list(false)}
        </div>
        <div
          role="alert"
          aria-live="assertive"
          className="flex w-full max-w-sm flex-col gap-2 not-empty:mt-2"
        >
          {list(true)}
        </div>
      </section>
    </ToastContext>
  )
}

const marks = {
  success: <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-primary" />,
  info: <Info aria-hidden="true" className="size-5 shrink-0 text-info" />,
  error: <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />,
}

function ToastItem({ toast, onDone }: { toast: ShownToast; onDone: (key: number) => void }) {
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
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={cx(
        'pointer-events-auto flex animate-appear items-center gap-3 rounded-card border border-line bg-raised ps-4 text-ink shadow-raised',
      )}
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
