import { awaitErrorText } from '../lib/errors'
import { useT } from '../lib/i18n'
import { useToast } from './toast-context'

/** The function that says in a toast why something failed. */
export function useErrorToast(): (failure: Error) => void {
  const t = useT()
  const toast = useToast()
  return (failure) => void awaitErrorText(t, failure).then((text) => toast({ tone: 'error', text }))
}
