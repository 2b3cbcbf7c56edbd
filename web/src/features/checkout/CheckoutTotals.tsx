import type { Cart } from '../../domain/order/cart'
import { cartPounds } from '../../domain/order/cart-pounds'
import { useT } from '../../lib/i18n'
import { Totals } from '../../domain/money/Totals'
import { DeliveryTimes } from '../../domain/store/DeliveryTimes'

/** What the order would cost. */
export function CheckoutTotals({ cart }: { cart: Cart }) {
  const t = useT()
  return (
    <>
      <Totals
        subtotal={{ label: t('checkout.subtotal'), amount: cart.totalPrice }}
        fee={{ label: t('checkout.delivery_fee'), amount: cart.deliveryFee }}
        total={{ label: t('checkout.total'), amount: cart.total }}
        inPounds={cartPounds(cart)}
      />
      <div className="mt-3 text-sm text-muted">
        <DeliveryTimes products={cart.cart.map((line) => line.product)} />
      </div>
    </>
  )
}
