import { deliveryText } from '../../domain/store/delivery-times'
import { useLang, useT } from '../../lib/i18n'
import type { Order } from './api'

/** When an order that is on its way arrives, as it was promised; of several stores the one that takes longest. */
export function Promised({ order }: { order: Order }) {
  const t = useT()
  const { lang } = useLang()
  const open = order.fulfilments.filter(({ status }) => !ended.has(status))
  const last = open
    .flatMap(({ promised }) => promised ?? [])
    .sort((a, b) => Date.parse(a.to) - Date.parse(b.to))
    .at(-1)
  if (last === undefined) return null
  return (
    <p className="mb-4 rounded-control bg-primary-tint px-3 py-2">
      {t('product.delivery_time', { time: deliveryText(lang, last) })}
    </p>
  )
}

const ended: ReadonlySet<string> = new Set(['delivered', 'cancelled', 'returned'])
