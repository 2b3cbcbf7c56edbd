import { useT } from '../lib/i18n'
import { ContentPage } from './ContentPage'

/** What happens to personal data. */
export default function PrivacyScreen() {
  const t = useT()
  return <ContentPage name="privacy" title={t('page.privacy')} />
}
