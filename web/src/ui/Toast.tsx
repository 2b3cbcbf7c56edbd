import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useT } from '../lib/i18n'
import { laterPart, useLaterPart } from '../lib/later-part'
import { type ShownToast, type ShowToast, ToastBoardContext, ToastContext } from './toast-context'
import { cx } from './cx'
import type { ToastItemProps } from './ToastItem'

export { useToast } from './toast-context'

/** How a toast is shown. A call before this is here is not lost: it is shown then. */
export const toastItem = laterPart<{ ToastItem: ComponentType<ToastItemProps> }>(
  'toast',
  () => import('./ToastItem'),
  { ToastItem: PlainToast },
)

/** Says it all the same when the way to show it does not arrive; a press takes it away. */
function PlainToast({ toast, onDone }: ToastItemProps) {
  return (
    <button
      type="button"
      onClick={() => onDone(toast.key)}
      className="pointer-events-auto w-full border border-line bg-raised p-3"
    >
      {toast.text}
    </button>
  )
}

/**
 * Shows toasts above everything inside it, one at a time. The regions they appear in are in the page
 * from the start, because a screen reader only reads what is added to a region it knows.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ShownToast | null>(null)
  const [dialogs, setDialogs] = useState<readonly string[]>([])
  const lastKey = useRef(0)

  const show = useCallback<ShowToast>((message) => {
    lastKey.current += 1
    setToast({ ...message, key: lastKey.current })
  }, [])
  const remove = useCallback((key: number) => {
    setToast((shown) => (shown?.key === key ? null : shown))
  }, [])
  const register = useCallback((id: string) => {
    setDialogs((all) => [...all, id])
    return () => setDialogs((all) => all.filter((one) => one !== id))
  }, [])

  // A toast may lie over what has the focus: Escape uncovers it without moving on.
  const some = toast !== null
  useEffect(() => {
    if (!some) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setToast(null)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [some])

  const board = useMemo(
    () => ({ toast, remove, register, topDialog: dialogs.at(-1) ?? null }),
    [toast, remove, register, dialogs],
  )
  return (
    <ToastContext value={show}>
      <ToastBoardContext value={board}>
        {children}
        <ToastRegions
          toast={toast}
          onDone={remove}
          className="bottom-(--notice-offset,16px)"
          current={board.topDialog === null}
        />
      </ToastBoardContext>
    </ToastContext>
  )
}

/**
 * The regions of toasts inside a modal dialog. While one is open the rest of the page is inert:
 * toasts out there are neither read out nor within reach. They stand at the top, clear of the
 * dialog's buttons.
 */
export function DialogToasts() {
  const id = useId()
  const board = useContext(ToastBoardContext)
  const register = board?.register
  useEffect(() => register?.(id), [register, id])
  if (board === null) return null
  return (
    <ToastRegions
      toast={board.toast}
      onDone={board.remove}
      className="top-4"
      current={board.topDialog === id}
    />
  )
}

interface ToastRegionsProps {
  toast: ShownToast | null
  onDone: (key: number) => void
  className: string
  /** Whether toasts are shown here now. Only then it is a landmark: two of the same name would be one too many. */
  current: boolean
}

function ToastRegions({ toast, onDone, className, current }: ToastRegionsProps) {
  const t = useT()
  const here = useLaterPart(toastItem, toast !== null)
  const item = current && toast && here && (
    <here.ToastItem key={toast.key} toast={toast} onDone={onDone} />
  )
  const urgent = current && toast?.tone === 'error'
  return (
    <section
      aria-label={current ? t('a11y.notifications') : undefined}
      className={cx(
        'pointer-events-none fixed inset-x-0 z-50 flex flex-col items-center px-4 md:items-end md:px-6',
        className,
      )}
    >
      <div role="status" aria-live="polite" className="w-full max-w-sm">
        {!urgent && item}
      </div>
      {/* Live from the start, but an alert only while it says something: a form's own alert is then
          the only one in its dialog. */}
      <div
        role={urgent ? 'alert' : undefined}
        aria-live="assertive"
        aria-atomic="true"
        className="w-full max-w-sm"
      >
        {urgent && item}
      </div>
    </section>
  )
}
