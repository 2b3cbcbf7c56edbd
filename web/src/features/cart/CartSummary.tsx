import type { Cart } from '../../domain/order/cart'
import { cartPounds } from '../../domain/order/cart-pounds'
import { TotalBar } from '../../domain/order/TotalBar'
import { useId } from 'react'
import { useT } from '../../lib/i18n'
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
      <TotalBar total={cart.total}>
        <LinkButton to="/user/checkout" full>
          {t('cart.checkout')}
        </LinkButton>
      </TotalBar>
      <div className="mt-3">
        <AskLine pharmacist={cart.pharmacist} />
      </div>
    </Card>
  )
}
