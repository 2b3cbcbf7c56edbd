import { parseMoney } from '../../lib/cents'
import { foldDigits } from '../../lib/digits'
import type { FieldProps } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { discounted, formatCents } from '../../domain/money/money'
import { TextInput } from '../../ui/TextInput'

interface PriceFieldsProps {
  price: FieldProps
  discount: FieldProps
  /** A medicine has no discount: its field is there only to take one away. */
  medicine: boolean
  /** What is in the two fields now. */
  typed: { price: string; discount: string }
}

/** Price and discount, and what the customer pays, while they are typed. */
export function PriceFields({ price, discount, medicine, typed }: PriceFieldsProps) {
  const t = useT()
  const result = resultingPrice(typed.price, typed.discount)
  return (
    <>
      <TextInput
        {...price}
        required
        ltr
        inputMode="decimal"
        autoComplete="off"
        label={t('product.price_usd')}
      />
      {(!medicine || Number(typed.discount) > 0 || discount.error !== undefined) && (
        <TextInput
          {...discount}
          ltr
          inputMode="numeric"
          autoComplete="off"
          label={t('product.discount_percent')}
        />
      )}
      <output className="flex min-h-11 flex-col items-start justify-end text-sm text-muted">
        {result !== null &&
          t.nodes('product.resulting_price', {
            price: (
              <bdi key="price" dir="ltr" className="text-xl font-bold text-ink tabular">
                {formatCents(result)}
              </bdi>
            ),
          })}
      </output>
    </>
  )
}

/** The price after the discount, or null while one of them makes no sense. */
function resultingPrice(price: string, discount: string): number | null {
  const cents = parseMoney(foldDigits(price).trim())
  const percent = foldDigits(discount).trim()
  if (cents === null || !/^\d{0,3}$/.test(percent) || Number(percent) > 100) return null
  return discounted(cents, Number(percent))
}
