import { ClipboardCheck, PackagePlus, Store } from 'lucide-react'
import { InfoPage, Point } from '../features/info/InfoPage'
import { useT } from '../lib/i18n'
import { LinkButton } from '../ui/LinkButton'

/** For owners of pharmacies. */
export default function PharmacyOwnersScreen() {
  const t = useT()
  return (
    <InfoPage
      title={t('page.pharmacy_owners')}
      lead={t('info.owners_lead')}
      actions={
        <>
          <LinkButton to="/addstore">{t('info.owners_open')}</LinkButton>
          <LinkButton to="/user/stores" variant="secondary">
            {t('info.owners_mine')}
          </LinkButton>
        </>
      }
    >
      <Point icon={<Store aria-hidden="true" />} title={t('info.owners_step_open_title')}>
        {t('info.owners_step_open')}
      </Point>
      <Point icon={<ClipboardCheck aria-hidden="true" />} title={t('info.owners_step_check_title')}>
        {t('info.owners_step_check')}
      </Point>
      <Point icon={<PackagePlus aria-hidden="true" />} title={t('info.owners_step_add_title')}>
        {t('info.owners_step_add')}
      </Point>
    </InfoPage>
  )
}
