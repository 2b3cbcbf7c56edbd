import { formatPrice } from '../../domain/money/money'
import { longDate } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { phoneText } from '../../lib/phone'
import { Card } from '../../ui/Card'
import { Link } from '../../ui/Link'
import { customerAddress, type CustomerRow } from './customers'
import { Fact } from './Facts'

/** People with an account, newest first; each leads to their page. */
export function CustomerTable({ customers }: { customers: readonly CustomerRow[] }) {
  const t = useT()
  return (
    <Card flush className="overflow-hidden">
      <ul className="divide-y divide-line">
        {customers.map((customer) => (
          <li key={customer._id}>
            <Link
              to={customerAddress(customer._id)}
              className="grid gap-x-6 gap-y-1 px-4 py-3 transition-colors hover:bg-quiet lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,3fr)]"
            >
              <span className="flex flex-col items-start">
                <bdi className="font-bold">{customer.full_name}</bdi>
                <span className="text-sm text-muted">
                  {t('admin.store_since', { date: longDate(t, customer.since) })}
                </span>
              </span>
              <span className="flex min-w-0 flex-col items-start text-sm wrap-anywhere">
                <bdi dir="ltr" className="tabular">
                  {phoneText(customer.phone_nb)}
                </bdi>
                <bdi dir="ltr">{customer.email}</bdi>
              </span>
              <dl className="flex flex-wrap content-start gap-x-4 text-sm">
                <Fact label={t('admin.orders')}>
                  <bdi className="tabular">{customer.orders}</bdi>
                </Fact>
                <Fact label={t('admin.customer_open')}>
                  <bdi className="tabular">{customer.open_orders}</bdi>
                </Fact>
                <Fact label={t('admin.customer_spent')}>
                  <bdi dir="ltr" className="tabular">
                    {formatPrice(customer.spent)}
                  </bdi>
                </Fact>
              </dl>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
