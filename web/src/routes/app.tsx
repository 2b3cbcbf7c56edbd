import { Smartphone, TabletSmartphone, WifiOff } from 'lucide-react'
import { InfoPage, Point } from '../features/info/InfoPage'
import { useT } from '../lib/i18n'
import { LinkButton } from '../ui/LinkButton'

/** The shop as an app. */
export default function AppScreen() {
  const t = useT()
  return (
    <InfoPage
      title={t('page.app')}
      lead={t('info.app_lead')}
      actions={<LinkButton to="/">{t('nav.home')}</LinkButton>}
    >
      <Point icon={<TabletSmartphone aria-hidden="true" />} title={t('info.app_iphone_title')}>
        {t('info.app_iphone')}
      </Point>
      <Point icon={<Smartphone aria-hidden="true" />} title={t('info.app_android_title')}>
        {t('info.app_android')}
      </Point>
      <Point icon={<WifiOff aria-hidden="true" />} title={t('info.app_offline_title')}>
        {t('info.app_offline')}
      </Point>
    </InfoPage>
  )
}
