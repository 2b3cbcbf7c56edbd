import { X } from 'lucide-react'
import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { useT } from '../lib/i18n'
import { IconButton } from './IconButton'
import { DialogToasts } from './Toast'
import { cx } from './cx'

interface DialogProps {
  open: boolean
  /** Called on Escape, on the close button and on a press outside. */
  onClose: () => void
  title: string
  children?: ReactNode
  /** The buttons, in reading order; on phones they stack. */
  actions?: ReactNode
  /** Says that the dialog interrupts and wants an answer. */
  role?: 'dialog' | 'alertdialog'
  /** On phones the dialog slides up as a sheet and may fill most of the screen. */
  sheet?: boolean
  className?: string
}

/**
 * A modal dialog on the browser's own `<dialog>`: it keeps the focus inside, makes the rest of
 * the page inert, closes on Escape and gives the focus back to where it was.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  role = 'dialog',
  sheet = false,
  className,
}: DialogProps) {
  const t = useT()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  // Before paint and before the node leaves the page: only an element still in the page can
  // give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || element === null) return
    element.showModal()
    // React takes the autofocus attribute for itself, so the wished-for element has a mark.
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => element.close()
  }, [open])

  // The content fills the dialog's box, so a press on the dialog itself is one on the backdrop. It
  // has to begin there too: dragging a selection out of an input ends with a click on the backdrop.
  const pressedBackdrop = useRef(false)
  function notePress(event: PointerEvent) {
    pressedBackdrop.current = event.target === dialog.current
  }
  function closeOnBackdrop(event: MouseEvent) {
    if (event.target === dialog.current && pressedBackdrop.current) onClose()
  }

  return (
    // The press outside is an extra for pointers; the keyboard has Escape and the close button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Closing is the owner's decision; it answers by `open`.
        event.preventDefault()
        onClose()
      }}
      onPointerDown={notePress}
      onClick={closeOnBackdrop}
      className={cx('dialog', sheet && 'dialog-sheet', className)}
    >
      {open && (
        <div className="flex max-h-[inherit] flex-col short:block short:overflow-y-auto">
          <header className="flex items-center justify-between gap-4 ps-6 pe-3 pt-3">
            <h2 id={titleId} className="text-xl">
              {title}
            </h2>
            <IconButton label={t('a11y.close')} icon={<X className="size-5" />} onClick={onClose} />
          </header>
          <div className="overflow-y-auto px-6 py-3 short:overflow-visible">{children}</div>
          {actions !== undefined && (
            <footer className="flex flex-col-reverse gap-2 px-6 pt-3 pb-6 sm:flex-row sm:justify-end">
              {actions}
            </footer>
          )}
        </div>
      )}
      {open && <DialogToasts />}
    </dialog>
  )
}
