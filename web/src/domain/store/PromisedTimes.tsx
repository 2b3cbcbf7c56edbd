import type { components } from '../../generated/api'
import { useLang, useT } from '../../lib/i18n'
import { type DeliveryTime, deliveryText } from './delivery-times'
import { HOUSE } from './house'
import { StoreName } from './StoreName'

/** When what a store sends arrives. */
export interface PromisedTime {
  store: string
  time: DeliveryTime
}

/** What was promised for the parts of an order. */
export function promisedTimes(
  parts: readonly components['schemas']['Fulfilment'][],
): PromisedTime[] {
  return parts.flatMap(({ store, promised }) =>
    promised === undefined ? [] : [{ store: store?._id ?? HOUSE, time: promised }],
  )
}

/** When an order arrives, as it was promised; each store is named where they differ. */
export function PromisedTimes({ times }: { times: readonly PromisedTime[] }) {
  const t = useT()
  const { lang } = useLang()
  const differ = new Set(times.map(({ time }) => deliveryText(lang, time))).size > 1
  return (differ ? times : times.slice(0, 1)).map(({ store, time }) => (
    <p key={store}>
      {t('product.delivery_time', { time: deliveryText(lang, time) })}
      {differ && <StoreName id={store} />}
    </p>
  ))
}
