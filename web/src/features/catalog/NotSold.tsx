import { inLang, useLang, useT } from '../../lib/i18n'
import type { ConcernText } from '../../lib/page-data'
import { Alert } from '../../ui/Alert'
import { PharmacyLinks } from './PharmacyLinks'

/** Says that the shop does not sell something, and how to ask the pharmacist, instead of look-alikes. */
export function NotSold({ item }: { item: ConcernText }) {
  const t = useT()
  const { lang } = useLang()
  const label = inLang(lang, item.label)
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
