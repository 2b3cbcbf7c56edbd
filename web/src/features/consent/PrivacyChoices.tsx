import { useEffect, useState } from 'react'
import { useT } from '../../lib/i18n'
import { tagManagerId } from '../../lib/tag-manager'
import { ASK_AGAIN } from './ask-again'

/** In the footer of shops with a tag manager: lets visitors think again. */
export function PrivacyChoices() {
  const t = useT()
  const [offered, setOffered] = useState(false)
  useEffect(() => setOffered(tagManagerId() !== ''), [])
  if (!offered) return null
  return (
    <button
      type="button"
      className="flex min-h-11 items-center underline-offset-4 transition-colors hover:text-primary hover:underline"
      onClick={() => window.dispatchEvent(new Event(ASK_AGAIN))}
    >
      {t('consent.choices')}
    </button>
  )
}
