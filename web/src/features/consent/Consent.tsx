import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { loadChunk } from '../../lib/chunk'
import { loadTagManager, readConsent } from '../../lib/tag-manager'
import { answerConsent, useAsking } from './question'

interface PromptProps {
  onAnswer: (said: 'yes' | 'no') => void
}

/** A question that does not load is not asked on this page. */
const noPrompt: { default: ComponentType<PromptProps> } = { default: () => null }

const ConsentPrompt = lazy(() =>
  loadChunk('consent', () => import('./ConsentPrompt')).then(
    (chunk) => ({ default: chunk.ConsentPrompt }),
    () => noPrompt,
  ),
)

function take(said: 'yes' | 'no'): void {
  const withdrawn = said === 'no' && readConsent() === 'yes'
  answerConsent(said)
  // What runs already can only be sent away with its page.
  if (withdrawn) window.location.reload()
  else loadTagManager()
}

/**
 * Where the shop configured a tag manager: asks the visitor, and loads it for those who agreed. It
 * renders nothing on the server and weighs next to nothing in the shops that configured none.
 */
export function Consent() {
  const asking = useAsking()
  useEffect(loadTagManager, [])
  if (!asking) return null
  return (
    <Suspense fallback={null}>
      <ConsentPrompt onAnswer={take} />
    </Suspense>
  )
}
