import { type ReactNode, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useT } from '../lib/i18n'
import type { LaterPart } from '../lib/later-part'
import { useToast } from './toast-context'

interface OnDemandProps<T> {
  /** Its `otherwise` is null: nothing can stand in for it. */
  part: LaterPart<T | null>
  /** In its place while it is fetched. */
  waiting?: ReactNode
  /** It did not arrive, which was said: what was opened for it is closed. */
  onMissing: () => void
  children: (part: T) => ReactNode
}

/**
 * What somebody asked for and whose script comes now. Without it everything around stays as it is, with what was typed,
 * and the next press asks for it again.
 */
export function OnDemand<T>({ part, waiting = null, onMissing, children }: OnDemandProps<T>) {
  const t = useT()
  const toast = useToast()
  const here = useSyncExternalStore(part.subscribe, part.now, () => null)
  const sayMissing = useEffectEvent(() => {
    toast({ tone: 'error', text: t('error.chunk_missing') })
    onMissing()
  })
  useEffect(() => {
    let isGone = false
    void part.load().then(() => {
      if (!isGone && part.now() === null) sayMissing()
    })
    return () => {
      isGone = true
    }
  }, [part])
  return here === null ? waiting : children(here)
}
