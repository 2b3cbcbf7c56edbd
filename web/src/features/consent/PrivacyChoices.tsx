import { useT } from '../../lib/i18n'
import { askAgain, useOffered } from './question'

/** In the footer of shops with a tag manager: lets visitors think again. */
export function PrivacyChoices() {
  const t = useT()
  const offered = useOffered()
  if (!offered) return null
  return (
    <button
      type="button"
      className="flex min-h-11 items-center underline-offset-4 transition-colors hover:text-primary hover:underline"
      onClick={askAgain}
    >
      {t('consent.choices')}
    </button>
  )
}
