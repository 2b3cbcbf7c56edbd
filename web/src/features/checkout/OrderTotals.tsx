import { useT } from '../../lib/i18n'
import { Totals } from '../../ui/Totals'
import type { Cart } from './api'

/** What the order would cost. */
export function OrderTotals({ cart }: { cart: Cart }) {
  const t = useT()
  return (
    <Totals
      subtotal={{ label: t('checkout.subtotal'), amount: cart.totalPrice }}
      fee={{ label: t('checkout.delivery_fee'), amount: cart.deliveryFee }}
      total={{ label: t('checkout.total'), amount: cart.total }}
    />
  )
}
