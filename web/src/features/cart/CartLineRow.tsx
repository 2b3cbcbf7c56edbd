import type { CartLine } from '../../domain/order/cart'
import { Trash2 } from 'lucide-react'
import { nameIn, useLang, useT } from '../../lib/i18n'
import { formatPrice } from '../../domain/money/money'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/IconButton'
import { Link } from '../../ui/Link'
import { ProductPicture } from '../../domain/product/ProductPicture'
import { Price } from '../../domain/product/Price'
import { ProductName } from '../../domain/product/ProductName'
import { QuantityStepper } from '../../domain/product/QuantityStepper'
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
    <li className="grid grid-cols-[80px_minmax(0,1fr)] gap-x-4 gap-y-3 py-4 sm:grid-cols-[96px_minmax(0,1fr)_auto]">
      <ProductPicture
        source={product.images[0]}
        alt=""
        sizes="96px"
        className={cx('rounded-control', !line.available && 'opacity-60')}
      />
      <div className="min-w-0">
        <p className="truncate text-sm text-muted">
          <bdi>{brand}</bdi>
        </p>
        <h2 className="text-base leading-snug font-semibold">
          {sold ? (
            <Link to={`/product/${encodeURIComponent(product.id)}`} className="hover:text-primary">
              <ProductName of={product} />
            </Link>
          ) : (
            <ProductName of={product} />
          )}
        </h2>
        <Price
          size="sm"
          price={product.price}
          discount={product.discount}
          discountedPrice={line.unit_price}
          className="mt-1"
        />
        <LineNotices line={line} />
      </div>
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
    </li>
  )
}
