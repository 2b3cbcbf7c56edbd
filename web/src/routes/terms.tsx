import { useT } from '../lib/i18n'
import { ContentPage } from './ContentPage'

/** The terms of use. */
export default function TermsScreen() {
  const t = useT()
  return <ContentPage name="terms" title={t('page.terms')} />
}
