import type { Cart } from '../../domain/order/cart'
import { useEffect, useRef } from 'react'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useNavigate } from '../../lib/router'
import { cartQuery, refreshCart } from '../../features/cart/api'
import { LineNotices } from '../../domain/order/LineNotices'
import { SharedIngredients } from '../../domain/product/SharedIngredients'
import { addressFormQuery, type OrderPlaced, paymentFormQuery } from '../../features/checkout/api'
import { Checkout } from '../../features/checkout/Checkout'
import { CheckoutSkeleton } from '../../features/checkout/CheckoutSkeleton'
import { placedOrder, type PlacedState } from '../../features/checkout/ThankYou'
import { orderKeys } from '../../features/orders/api'
import { useRefreshSession } from '../../features/session/api'
import { track } from '../../lib/analytics'
import { useT } from '../../lib/i18n'
import { setSessionMessage } from '../../lib/session-message'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { EmptyOrders } from '../../domain/order/EmptyOrders'
import { LinkButton } from '../../ui/LinkButton'

/** The checkout: address, payment, review, and then the order history with a thank-you. */
export default function CheckoutScreen() {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const refreshSession = useRefreshSession()
  const cart = useQuery(cartQuery())
  const address = useQuery(addressFormQuery())
  const payment = useQuery(paymentFormQuery())
  useCountedBegin(cart.data)

  const all = [cart, address, payment]
  if (cart.data === undefined || address.data === undefined || payment.data === undefined) {
    if (!all.some((query) => query.isError)) return <CheckoutSkeleton />
    return (
      <ErrorState
        title={t('checkout.load_failed')}
        busy={all.some((query) => query.isFetching)}
        onRetry={() => void Promise.all(all.map((query) => query.refetch()))}
        className="page-width"
      />
    )
  }
  if (cart.data.cart.length === 0) return <NothingLeft />

  const lines = cart.data.cart
  async function placed({ order, transactionId }: OrderPlaced) {
    countPurchase(order, lines)
    setSessionMessage('Order placed')
    const state: PlacedState = { placed: placedOrder(order, transactionId) }
    navigate('/user/order-history', { state, replace: true })
    await Promise.all([
      refreshCart(client),
      client.invalidateQueries({ queryKey: orderKeys.all }),
      // A saved address is in the header too.
      refreshSession(),
    ])
  }

  return (
    <Checkout
      cart={cart.data}
      addressForm={address.data}
      paymentForm={payment.data}
      warning={
        <SharedIngredients
          shared={cart.data.shared_ingredients}
          products={lines.map((line) => line.product)}
        />
      }
      Notices={LineNotices}
      onLookAgain={() => cart.refetch()}
      onPlaced={placed}
    />
  )
}

/** The cart was emptied while the checkout was open, here or in another tab. */
function NothingLeft() {
  const t = useT()
  return (
    <EmptyState
      titleAs="h1"
      illustration={<EmptyOrders />}
      title={t('checkout.gone_title')}
      action={<LinkButton to="/user/order-history">{t('order.to_history')}</LinkButton>}
      className="py-16"
    >
      {t('checkout.gone_text')}
    </EmptyState>
  )
}

type Line = Cart['cart'][number]

/** Counts that somebody began, once for each time the screen is opened. */
function useCountedBegin(cart: Cart | undefined): void {
  const counted = useRef(false)
  useEffect(() => {
    if (cart === undefined || cart.cart.length === 0 || counted.current) return
    counted.current = true
    track(
      'begin_checkout',
      cart.cart.map(({ product, quantity, unit_price: price }) => ({
        id: product.id,
        name: product.english_name,
        price,
        quantity,
        category: product.category,
      })),
    )
  }, [cart])
}

/** Counts what was bought, at the prices of the order. */
function countPurchase(order: OrderPlaced['order'], lines: readonly Line[]): void {
  const categories = new Map(lines.map(({ product }) => [product.id, product.category]))
  track(
    'purchase',
    order.products.map(({ product, nb_ordered: quantity, unit_price: price }) => ({
      id: product.id,
      name: product.english_name,
      price,
      quantity,
      category: categories.get(product.id) ?? '',
    })),
  )
}
