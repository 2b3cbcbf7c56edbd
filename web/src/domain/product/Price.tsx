import { useT } from '../../lib/i18n'
import { formatPrice } from '../money/money'
import { inPounds } from '../money/pounds'
import { Pounds } from '../money/Pounds'
import { useRateBesidePrices } from '../money/rate'
import { cx } from '../../ui/cx'

interface PriceProps {
  /** The full price in dollars, as the wire carries it. */
  price: number
  /** The discount in percent; with it the full price is struck and the tag shown. */
  discount?: number
  /** The price after the discount, as the server computed it. */
  discountedPrice?: number
  size?: 'sm' | 'md' | 'lg'
  className?: string
}

const sizes = { sm: 'text-base', md: 'text-lg', lg: 'text-3xl' }

/** What a product costs: the price to pay, and with a discount also the old one and `-20 %`. */
export function Price({
  price,
  discount = 0,
  discountedPrice,
  size = 'md',
  className,
}: PriceProps) {
  const t = useT()
  const rate = useRateBesidePrices()
  const reduced = discount > 0 && discountedPrice !== undefined
  return (
    <span className={cx('inline-flex flex-wrap items-center gap-x-2 gap-y-1 tabular', className)}>
      {reduced && <span className="sr-only">{t('a11y.price_now')}</span>}
      <bdi dir="ltr" className={cx('leading-tight font-bold', sizes[size], reduced && 'text-sale')}>
        {formatPrice(reduced ? discountedPrice : price)}
      </bdi>
      {reduced && (
        <>
          <s className={cx('text-muted', size === 'lg' ? 'text-lg' : 'text-sm')}>
            <span className="sr-only">{t('a11y.price_before')}</span>
            <bdi dir="ltr">{formatPrice(price)}</bdi>
          </s>
          <bdi
            dir="ltr"
            className="rounded-small bg-sale-tint px-1.5 text-sm font-bold whitespace-nowrap text-sale"
          >
            -{discount}&nbsp;%
          </bdi>
        </>
      )}
      {rate !== undefined && (
        <span className="text-sm text-muted">
          <Pounds amount={inPounds(reduced ? discountedPrice : price, rate)} />
        </span>
      )}
    </span>
  )
}
