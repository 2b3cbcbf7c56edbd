import { useId } from 'react'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { type Pharmacist, PharmacyLinks } from './PharmacyLinks'

/** In place of the cart: the medicine needs a prescription, and the pharmacy answers questions about it. */
export function AskPharmacy({ pharmacist }: { pharmacist: Pharmacist | undefined }) {
  const t = useT()
  const heading = useId()
  return (
    <Alert tone="warning" title={t('product.prescription_only')}>
      <p>{t('product.prescription_hint')}</p>
      <section aria-labelledby={heading} className="mt-3">
        <h2 id={heading} className="text-base">
          {t('product.ask_pharmacy')}
        </h2>
        <PharmacyLinks pharmacist={pharmacist} />
      </section>
    </Alert>
  )
}
