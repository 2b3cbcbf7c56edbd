import { useT } from '../lib/i18n'
import { NoticeScreen } from './compose/NoticeScreen'

/** What happens to personal data. */
export function Screen() {
  const t = useT()
  return <NoticeScreen name="privacy" title={t('page.privacy')} />
}
