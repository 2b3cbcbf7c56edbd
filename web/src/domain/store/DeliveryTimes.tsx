import { Clock } from 'lucide-react'
import { useOnceHydrated } from '../../lib/hydrated'
import { useLang, useT } from '../../lib/i18n'
import { useQuery } from '../../lib/query/use-query'
import { deliveryText, deliveryTimesQuery, storesOf } from './delivery-times'
import { StoreName } from './StoreName'

interface DeliveryTimesProps {
  /** What would be ordered. */
  products: readonly { store?: string | undefined }[]
}

const noStores: string[] = []

/**
 * When an order arrives, of each store where there are several. It is asked for in the browser: the
 * page around it may be minutes old. Its line is there from the beginning, so that nothing moves.
 */
export function DeliveryTimes({ products }: DeliveryTimesProps) {
  const t = useT()
  const { lang } = useLang()
  const stores = useOnceHydrated(storesOf(products), noStores)
  const { data: times = [] } = useQuery({
    ...deliveryTimesQuery(stores),
    enabled: stores.length > 0,
  })
  return (
    <ul className="flex min-h-6 flex-col gap-2">
      {times.map(({ store, time }) => (
        <li key={store} className="flex items-start gap-2">
          <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <span>
            {t('product.delivery_time', { time: deliveryText(lang, time) })}
            {times.length > 1 && <StoreName id={store} />}
          </span>
        </li>
      ))}
    </ul>
  )
}
