import { useT } from '../../lib/i18n'
import { formatPrice } from '../../domain/money/money'
import { Pounds } from '../../domain/money/Pounds'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { LinkButton } from '../../ui/LinkButton'
import { ProductName } from '../../domain/product/ProductName'
import type { CartDifference } from './differences'

/** Some lines cannot be ordered: the cart is where that is mended. */
export function BlockedNotice() {
  const t = useT()
  return (
    <Alert tone="error" title={t('checkout.blocked_title')} action={<ToCart />}>
      {t('checkout.blocked_text')}
    </Alert>
  )
}

interface ChangedNoticeProps {
  differences: readonly CartDifference[]
  /** The shopper has read it and goes on. */
  onAccept: () => void
}

/** The order is not as it was seen: what is different, and the shopper's yes to it. */
export function ChangedNotice({ differences, onAccept }: ChangedNoticeProps) {
  const t = useT()
  return (
    <Alert
      tone="warning"
      title={t('checkout.changed_title')}
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={onAccept}>{t('checkout.accept_changes')}</Button>
          <ToCart />
        </div>
      }
    >
      <ul className="my-1 list-inside list-disc">
        {differences.map((one) => (
          <li key={one.kind + ('product' in one ? one.product.id : '')}>
            <DifferenceText difference={one} />
          </li>
        ))}
      </ul>
      <p>{t('checkout.changed_text')}</p>
    </Alert>
  )
}

function DifferenceText({ difference }: { difference: CartDifference }) {
  const t = useT()
  if (difference.kind === 'total') {
    return t.nodes('checkout.change_total', {
      before: <Amount key="before" amount={difference.before} />,
      now: <Amount key="now" amount={difference.now} />,
    })
  }
  if (difference.kind === 'rate') {
    return t.nodes('checkout.change_rate', {
      before: <PoundsOrNone key="before" amount={difference.before} />,
      now: <PoundsOrNone key="now" amount={difference.now} />,
    })
  }
  const { product } = difference
  const name = <ProductName key="name" of={product} />
  switch (difference.kind) {
    case 'price':
      return t.nodes('checkout.change_price', {
        name,
        before: <Amount key="before" amount={difference.before} />,
        now: <Amount key="now" amount={difference.now} />,
      })
    case 'quantity':
      return t.nodes('checkout.change_quantity', {
        name,
        before: difference.before,
        now: difference.now,
      })
    case 'added':
      return t.nodes('checkout.change_added', { name })
    case 'removed':
      return t.nodes('checkout.change_removed', { name })
  }
}

function PoundsOrNone({ amount }: { amount: number | undefined }) {
  return amount === undefined ? '—' : <Pounds amount={amount} />
}

function Amount({ amount }: { amount: number }) {
  return (
    <bdi dir="ltr" className="font-semibold tabular">
      {formatPrice(amount)}
    </bdi>
  )
}

function ToCart() {
  const t = useT()
  return (
    <LinkButton to="/user/cart" variant="secondary">
      {t('checkout.go_to_cart')}
    </LinkButton>
  )
}
