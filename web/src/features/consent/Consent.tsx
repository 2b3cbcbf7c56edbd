import { lazy, Suspense, useEffect, useState } from 'react'
import { loadTagManager, readConsent, tagManagerId, writeConsent } from '../../lib/tag-manager'
import { ASK_AGAIN } from './ask-again'

const ConsentPrompt = lazy(async () => ({
  default: (await import('./ConsentPrompt')).ConsentPrompt,
}))

/**
 * Where the shop configured a tag manager: asks the visitor, and loads it for those who agreed. It
 * draws nothing on the server and weighs next to nothing in the shops that configured none.
 */
export function Consent() {
  const [asking, setAsking] = useState(false)

  useEffect(() => {
    if (tagManagerId() === '') return
    loadTagManager()
    setAsking(readConsent() === 'unasked')
    const again = () => setAsking(true)
    window.addEventListener(ASK_AGAIN, again)
    return () => window.removeEventListener(ASK_AGAIN, again)
  }, [])

  function answer(said: 'yes' | 'no') {
    const withdrawn = said === 'no' && readConsent() === 'yes'
    writeConsent(said)
    setAsking(false)
    if (withdrawn) window.location.reload() // What runs already can only be sent away with its page.
    else loadTagManager()
  }

  if (!asking) return null
  return (
    <Suspense fallback={null}>
      <ConsentPrompt onAnswer={answer} />
    </Suspense>
  )
}
