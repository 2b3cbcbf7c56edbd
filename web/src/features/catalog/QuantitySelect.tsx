import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { Select } from '../../ui/Select'
import type { QuantityLimit } from './stock'

interface QuantitySelectProps {
  /** Id of the form that it belongs to. */
  form?: string
  value: number
  limit: QuantityLimit
  onChange: (quantity: number) => void
  className?: string
}

/** How many of a product: 1 to 10, or fewer where stock or the product sets a limit. */
export function QuantitySelect({ form, value, limit, onChange, className }: QuantitySelectProps) {
  const t = useT()
  const { min } = shop.quantity
  const options = Array.from({ length: Math.max(limit.most - min + 1, 0) }, (_, place) => {
    const quantity = String(min + place)
    return { value: quantity, label: quantity }
  })
  return (
    <Select
      name="quantity"
      form={form}
      label={t('product.quantity')}
      hideLabel
      className={className}
      value={String(value)}
      onChange={(event) => onChange(Number(event.target.value))}
      options={options}
    />
  )
}
