import { BadgeCheck, Languages, LockKeyhole, Tag } from 'lucide-react'
import { InfoPage, Point } from '../features/info/InfoPage'
import { useT } from '../lib/i18n'
import { LinkButton } from '../ui/LinkButton'

/** Who the shop is. */
export default function AboutScreen() {
  const t = useT()
  return (
    <InfoPage
      title={t('page.about_title')}
      lead={t('page.about_text')}
      actions={
        <LinkButton to="/contact" variant="secondary">
          {t('page.contact_title')}
        </LinkButton>
      }
    >
      <Point icon={<BadgeCheck aria-hidden="true" />} title={t('info.about_choose_title')}>
        {t('info.about_choose')}
      </Point>
      <Point icon={<Tag aria-hidden="true" />} title={t('info.about_price_title')}>
        {t('info.about_price')}
      </Point>
      <Point icon={<Languages aria-hidden="true" />} title={t('info.about_two_title')}>
        {t('info.about_two')}
      </Point>
      <Point icon={<LockKeyhole aria-hidden="true" />} title={t('info.about_private_title')}>
        {t('info.about_private')}
      </Point>
    </InfoPage>
  )
}
