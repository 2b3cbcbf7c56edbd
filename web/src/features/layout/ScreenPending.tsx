import type { MessageKey } from '../../lib/i18n'
import { useT } from '../../lib/i18n'

/**
 * In place of a screen that does not exist yet: its heading and a plain sentence. A test counts
 * the routes that still use it; when none does, this file goes too.
 */
export function ScreenPending({ heading }: { heading: MessageKey }) {
  const t = useT()
  return (
    <div className="page-width py-8">
      <h1 className="text-2xl lg:text-3xl">{t(heading)}</h1>
      <p className="mt-3 text-muted">{t('error.not_implemented')}</p>
    </div>
  )
}
