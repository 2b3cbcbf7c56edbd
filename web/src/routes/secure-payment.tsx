import { Banknote, CreditCard, LockKeyhole, RotateCcw } from 'lucide-react'
import { InfoPage, Point } from '../features/info/InfoPage'
import { CardMarks } from '../features/layout/CardMarks'
import { useT } from '../lib/i18n'

/** How payments are protected. */
export default function SecurePaymentScreen() {
  const t = useT()
  return (
    <InfoPage title={t('page.secure_payment')} lead={t('info.pay_lead')}>
      <Point icon={<Banknote aria-hidden="true" />} title={t('info.pay_cash_title')}>
        {t('info.pay_cash')}
      </Point>
      <Point icon={<CreditCard aria-hidden="true" />} title={t('info.pay_card_title')}>
        <p>{t('info.pay_card')}</p>
        <CardMarks />
      </Point>
      <Point icon={<LockKeyhole aria-hidden="true" />} title={t('info.pay_safe_title')}>
        {t('info.pay_safe')}
      </Point>
      <Point icon={<RotateCcw aria-hidden="true" />} title={t('info.pay_once_title')}>
        {t('info.pay_once')}
      </Point>
    </InfoPage>
  )
}
