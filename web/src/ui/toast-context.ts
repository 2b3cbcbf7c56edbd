import { createContext, useContext } from 'react'
import type { Tone } from './Alert'

/** A small piece of news that leaves by itself. */
export interface ToastMessage {
  text: string
  tone?: Exclude<Tone, 'warning'>
  /** One thing to do about it, such as 'View cart'. */
  action?: { label: string; onPress: () => void }
}

/** Shows a toast. The same text shown again replaces the one still there. */
export type ShowToast = (message: ToastMessage) => void

/** Carries the showing function down from the ToastProvider. */
export const ToastContext = createContext<ShowToast | null>(null)

/** The function that shows a toast: `const toast = useToast(); toast({ text: t('cart.added') })`. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext)
  if (show === null) throw new Error('useToast needs a ToastProvider around it')
  return show
}
