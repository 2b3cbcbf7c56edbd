import { createContext, useContext } from 'react'
import type { Tone } from './Alert'

/** A short message that leaves by itself. */
export interface ToastMessage {
  text: string
  tone?: Exclude<Tone, 'warning'>
  /** One thing to do about it, such as 'View cart'. */
  action?: { label: string; onPress: () => void }
}

/** A toast on the screen. */
export interface ShownToast extends ToastMessage {
  key: number
}

/** What the regions of toasts share: the toast, and which open dialog shows it. */
interface ToastBoard {
  toast: ShownToast | null
  remove: (key: number) => void
  /** Makes the regions of an open dialog known; the one opened last shows the toasts. */
  register: (id: string) => () => void
  topDialog: string | null
}

/** Carries the toast to the regions of dialogs. */
export const ToastBoardContext = createContext<ToastBoard | null>(null)

/** Shows a toast in place of the one still there. */
export type ShowToast = (message: ToastMessage) => void

/** Carries the showing function down from the ToastProvider. */
export const ToastContext = createContext<ShowToast | null>(null)

/** The function that shows a toast: `const toast = useToast(); toast({ text: t('cart.added') })`. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext)
  if (show === null) throw new Error('useToast needs a ToastProvider around it')
  return show
}
