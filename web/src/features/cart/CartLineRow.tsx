import type { CartLine } from '../../domain/order/cart'
import { Trash2 } from 'lucide-react'
import { nameIn, type Translate, useLang, useT } from '../../lib/i18n'
import { formatPrice } from '../../domain/money/money'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/IconButton'
import { Price } from '../../domain/product/Price'
import { ProductRow } from '../../domain/product/ProductRow'
import { QuantityStepper } from '../../domain/product/QuantityStepper'
import { SoldBy } from '../../domain/store/SoldBy'
import { LineNotices } from '../../domain/order/LineNotices'

interface CartLineRowProps {
  line: CartLine
  /** The brand as it is called in the current language. */
  brand: string
  onStep: (delta: 1 | -1) => void
  onRemove: () => void
}

/** One product in the cart: what it is, what one costs, how many, and what they cost together. */
export function CartLineRow({ line, brand, onStep, onRemove }: CartLineRowProps) {
  const t = useT()
  const { lang } = useLang()
  const { product } = line
  const name = nameIn(lang, product)
  // Of what is gone or no longer sold there is no other quantity to choose.
  const choosable = line.max_quantity > 0
  const sold = !(line.notices ?? []).some((notice) => notice.code === 'unlisted')
  return (
    <ProductRow
      product={product}
      brand={brand}
      available={line.available}
      linked={sold}
      end={
        <div className="col-span-2 flex items-center gap-3 sm:col-span-1 sm:flex-col sm:items-end sm:justify-between">
          {choosable ? (
            <QuantityStepper
              label={name}
              value={line.quantity}
              max={line.max_quantity}
              onDecrease={() => onStep(-1)}
              onIncrease={() => onStep(1)}
            />
          ) : (
            <span className="text-muted">{t('cart.quantity', { count: line.quantity })}</span>
          )}
          <div className="ms-auto flex items-center gap-1">
            <bdi
              dir="ltr"
              className={cx(
                'text-lg font-bold tabular',
                !line.available && 'text-muted line-through',
              )}
            >
              {formatPrice(line.line_total)}
            </bdi>
            <IconButton
              label={t('a11y.remove_item', { name })}
              icon={<Trash2 aria-hidden="true" className="size-5" />}
              onClick={onRemove}
              className="-me-2.5 text-muted hover:text-danger"
            />
          </div>
        </div>
      }
    >
      <Price
        size="sm"
        price={product.price}
        discount={product.discount}
        discountedPrice={line.unit_price}
        className="mt-1"
      />
      <SoldBy store={product.store} hours />
      <LineNotices line={line} />
      {choosable && line.quantity >= line.max_quantity && (line.notices ?? []).length === 0 && (
        <p className="mt-1 text-sm text-muted">{limitText(t, line)}</p>
      )}
    </ProductRow>
  )
}

/** Why there cannot be more of it. */
function limitText(t: Translate, { product, max_quantity: count }: CartLine): string {
  if (product.max_per_order === count) return t('product.max_per_order', { count })
  if (product.nb_in_stock === count) return t('cart.only_left', { count })
  return t('cart.limit_order', { count })
}
