import { useT } from '../lib/i18n'
import { NoticeScreen } from './compose/NoticeScreen'

/** The terms of use. */
export function Screen() {
  const t = useT()
  return <NoticeScreen name="terms" title={t('page.terms')} />
}
