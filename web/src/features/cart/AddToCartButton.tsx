import { Check, ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import type { components } from '../../generated/api'
import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { useToast } from '../../ui/Toast'
import { useAddToCart } from './api'

interface AddToCartButtonProps {
  product: components['schemas']['Product']
  quantity?: number
  /** The server has it: the moment to say so where the screen says such things. */
  onAdded?: () => void
}

/**
 * 'Add to cart' becomes 'Added to cart' once the server has it; a refusal leaves the button as it
 * was and says why. Without stock there is nothing to press.
 */
export function AddToCartButton({ product, quantity = 1, onAdded }: AddToCartButtonProps) {
  const t = useT()
  const toast = useToast()
  const addToCart = useAddToCart()
  const [progress, setProgress] = useState<'idle' | 'sending' | 'added'>('idle')

  async function add() {
    setProgress('sending')
    try {
      await addToCart(product, quantity)
      setProgress('added')
      onAdded?.()
    } catch (failure) {
      setProgress('idle')
      toast({ tone: 'error', text: errorText(t, failure) })
    }
  }

  if (!product.in_stock) return <OutOfStock />
  const added = progress === 'added'
  const Icon = added ? Check : ShoppingCart
  return (
    // A narrow card leaves room for the words alone; the check mark is worth its place.
    <div className="@container">
      <Button
        full
        variant={added ? 'secondary' : 'primary'}
        busy={progress === 'sending'}
        onClick={() => void add()}
        className={cx(
          'px-1 text-sm whitespace-nowrap @min-[180px]:text-base',
          added && 'border-transparent bg-quiet text-muted',
        )}
      >
        <Icon
          aria-hidden="true"
          className={cx(
            'size-4 shrink-0 @min-[180px]:size-5',
            !added && 'hidden @min-[140px]:block',
          )}
        />
        <span aria-live="polite">{t(added ? 'product.added_to_cart' : 'product.add_to_cart')}</span>
      </Button>
    </div>
  )
}

function OutOfStock() {
  const t = useT()
  return (
    <p className="flex min-h-11 items-center justify-center rounded-control bg-quiet px-4 font-semibold text-muted">
      {t('product.out_of_stock')}
    </p>
  )
}
