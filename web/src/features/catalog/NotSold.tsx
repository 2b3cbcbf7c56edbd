import { Phone } from 'lucide-react'
import { inLang, useLang, useT } from '../../lib/i18n'
import type { ConcernText } from '../../lib/page-data'
import { Alert } from '../../ui/Alert'
import { buttonStyle } from '../../ui/button-style'
import { PharmacyLinks } from './PharmacyLinks'

/** The ambulances of the Lebanese Red Cross. */
const RED_CROSS = '140'

/** Says that the shop does not sell something, and how to ask the pharmacist, instead of look-alikes. */
export function NotSold({ item }: { item: ConcernText }) {
  const t = useT()
  const { lang } = useLang()
  const label = inLang(lang, item.label)
  if (item.key === 'emergency') {
    return (
      <Alert tone="warning" className="mt-4">
        <h2 className="text-lg">{t('search.emergency')}</h2>
        <p className="mt-1">{t('search.emergency_hint')}</p>
        <p className="mt-3">
          <a href={`tel:${RED_CROSS}`} className={buttonStyle({})}>
            <Phone aria-hidden="true" className="size-5" />
            {t('search.emergency_call', { phone: RED_CROSS })}
          </a>
        </p>
      </Alert>
    )
  }
  return (
    <Alert tone="warning" className="mt-4">
      {label !== '' && (
        <p className="text-sm text-muted">
          <bdi>{label}</bdi>
        </p>
      )}
      <h2 className="text-lg">{t('search.not_sold')}</h2>
      <p className="mt-1">{t('search.not_sold_hint')}</p>
      <PharmacyLinks pharmacist={item.pharmacist} />
    </Alert>
  )
}
