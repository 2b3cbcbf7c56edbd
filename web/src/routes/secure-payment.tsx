import { Banknote, CreditCard, LockKeyhole, RotateCcw } from 'lucide-react'
import { InfoPage, Point } from '../features/info/InfoPage'
import { CardMarks } from '../features/layout/CardMarks'
import { useT } from '../lib/i18n'
import { useCardsTaken } from '../lib/page-data'

/** How one can pay in this shop, and how payments are protected. */
export default function SecurePaymentScreen() {
  const t = useT()
  const cards = useCardsTaken()
  const cash = (
    <Point icon={<Banknote aria-hidden="true" />} title={t('info.pay_cash_title')}>
      {t('info.pay_cash')}
    </Point>
  )
  if (cards === 'none') {
    return (
      <InfoPage title={t('page.secure_payment')} lead={t('info.pay_cash_lead')}>
        {cash}
        <Point icon={<RotateCcw aria-hidden="true" />} title={t('info.order_once_title')}>
          {t('info.order_once')}
        </Point>
      </InfoPage>
    )
  }
  return (
    <InfoPage title={t('page.secure_payment')} lead={t('info.pay_lead')}>
      {cash}
      <Point icon={<CreditCard aria-hidden="true" />} title={t('info.pay_card_title')}>
        <p>{t('info.pay_card')}</p>
        <CardMarks />
      </Point>
      {cards === 'hosted' ? (
        <Point icon={<LockKeyhole aria-hidden="true" />} title={t('info.pay_hosted_title')}>
          {t('info.pay_hosted')}
        </Point>
      ) : (
        <Point icon={<LockKeyhole aria-hidden="true" />} title={t('info.pay_safe_title')}>
          {t('info.pay_safe')}
        </Point>
      )}
      <Point icon={<RotateCcw aria-hidden="true" />} title={t('info.pay_once_title')}>
        {t('info.pay_once')}
      </Point>
    </InfoPage>
  )
}
