import type { Product } from '../../domain/product/product'
import { mayBeOrdered } from '../../domain/product/regulation'
import { Check, ShoppingCart } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { useToast } from '../../ui/Toast'
import { useAddToCart } from './api'
import { clampText } from './clamp'

interface AddToCartButtonProps {
  product: Product
  quantity?: number
  /** Id of the button's form, for a field of it that stands elsewhere, such as the quantity. */
  formId?: string
  /** The server has it: the moment to say so where the screen says such things. */
  onAdded?: () => void
}

/**
 * 'Add to cart' becomes 'Added to cart' at the press; a refusal takes that back, so the button is
 * as it was, and says why. A limit is told, with its reason. Without stock there is nothing to
 * press. Before the script is there, the button sends its form, which leads to the cart.
 */
export function AddToCartButton({ product, quantity = 1, formId, onAdded }: AddToCartButtonProps) {
  const t = useT()
  const toast = useToast()
  const [hasAdded, setHasAdded] = useState(false)
  const addition = useAddToCart({
    onDone: (changed) => {
      const limited = clampText(t, changed)
      // Of one piece that did not fit, nothing was added.
      if (limited === null || quantity > 1) setHasAdded(true)
      if (limited === null) onAdded?.()
      else toast({ tone: 'info', text: limited })
    },
  })
  const added = hasAdded || addition.busy

  function press(event: MouseEvent) {
    event.preventDefault()
    // The second half of a double click is not a second wish.
    if (event.detail < 2) addition.send({ product, quantity })
  }

  if (!mayBeOrdered(product)) return <NotForSale text={t('product.prescription_only')} />
  if (!product.in_stock) return <NotForSale text={t('product.out_of_stock')} />
  const limit = ownLimit(product)
  const Icon = added ? Check : ShoppingCart
  return (
    // A narrow card leaves room for the words alone; the check mark is worth its place.
    <form id={formId} method="post" action="/user/cart" className="@container">
      <input type="hidden" name="productId" value={product.id} />
      <Button
        full
        type="submit"
        variant={added ? 'secondary' : 'primary'}
        onClick={press}
        title={limit === null ? undefined : t('product.max_per_order', { count: limit })}
        className={cx(
          'px-1 text-sm whitespace-nowrap @min-[180px]:text-base',
          added && 'border-transparent bg-quiet text-muted',
        )}
      >
        <Icon
          aria-hidden="true"
          className={cx(
            'size-4 shrink-0 @min-[180px]:size-5',
            !added && (limit === null ? 'hidden @min-[140px]:block' : 'hidden @min-[190px]:block'),
          )}
        />
        <span aria-live="polite">{t(added ? 'product.added_to_cart' : 'product.add_to_cart')}</span>
        {limit !== null && !added && (
          <span
            aria-hidden="true"
            className="-ms-1 hidden rounded-small bg-on-primary/10 px-1 text-sm @min-[144px]:inline @min-[180px]:ms-0"
          >
            {t('product.button_limit', { count: limit })}
          </span>
        )}
      </Button>
    </form>
  )
}

/** How many of it one order may hold, when that is less than of any other product. */
function ownLimit({ max_per_order: limit = 0 }: Product): number | null {
  return limit > 0 && limit < shop.quantity.max ? limit : null
}

/** In place of the button. */
function NotForSale({ text }: { text: string }) {
  return (
    <div className="@container">
      <p className="flex min-h-11 items-center justify-center rounded-control bg-quiet px-2 text-center text-sm font-semibold text-muted @min-[180px]:text-base">
        {text}
      </p>
    </div>
  )
}
