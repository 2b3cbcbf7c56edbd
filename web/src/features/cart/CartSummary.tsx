import type { Cart } from '../../domain/order/cart'
import { cartPounds } from '../../domain/order/cart-pounds'
import { useId } from 'react'
import { useT } from '../../lib/i18n'
import { formatPrice } from '../../domain/money/money'
import { Card } from '../../ui/Card'
import { LinkButton } from '../../ui/LinkButton'
import { Totals } from '../../domain/money/Totals'
import { AskLine } from '../../domain/store/AskLine'
import { DeliveryTimes } from '../../domain/store/DeliveryTimes'

/**
 * What the cart costs and the way on. On wide screens it stays beside the lines; on phones its
 * last part, total and button, stays above the bottom bar.
 */
export function CartSummary({ cart }: { cart: Cart }) {
  const t = useT()
  const titleId = useId()
  return (
    <Card as="aside" aria-labelledby={titleId} className="lg:sticky lg:top-24">
      <h2 id={titleId} className="mb-3 text-xl">
        {t('cart.summary')}
      </h2>
      <Totals
        subtotal={{ label: t('cart.subtotal'), amount: cart.totalPrice }}
        fee={{
          label: (
            <>
              {t('cart.delivery_fees')}{' '}
              <span className="text-sm whitespace-nowrap text-muted">
                ({t('cart.delivery_up_to')})
              </span>
            </>
          ),
          amount: cart.deliveryFee,
        }}
        total={{ label: t('cart.total'), amount: cart.total }}
        inPounds={cartPounds(cart)}
      />
      <div className="mt-3 text-sm text-muted">
        <DeliveryTimes products={cart.cart.map((line) => line.product)} />
      </div>
      <div
        data-buy-bar
        className="flex items-center gap-4 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-[calc(64px+env(safe-area-inset-bottom))] max-lg:z-20 max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:px-4 max-lg:py-2 lg:mt-5 short:border-0 short:px-0"
      >
        <bdi dir="ltr" aria-hidden="true" className="text-xl font-bold tabular lg:hidden">
          {formatPrice(cart.total)}
        </bdi>
        <LinkButton to="/user/checkout" full>
          {t('cart.checkout')}
        </LinkButton>
      </div>
      <div className="mt-3">
        <AskLine pharmacist={cart.pharmacist} />
      </div>
    </Card>
  )
}
