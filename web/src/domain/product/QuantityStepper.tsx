import { Minus, Plus } from 'lucide-react'
import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { IconButton } from '../../ui/IconButton'

interface QuantityStepperProps {
  /** Whose quantity it is, such as the product's name. */
  label: string
  value: number
  onDecrease: () => void
  onIncrease: () => void
  min?: number
  max?: number
  busy?: boolean
}

/** Fewer or more of something, one at a time, within its limits. */
export function QuantityStepper({
  label,
  value,
  onDecrease,
  onIncrease,
  min = shop.quantity.min,
  max = shop.quantity.max,
  busy = false,
}: QuantityStepperProps) {
  const t = useT()
  return (
    <div
      role="group"
      aria-label={`${t('a11y.quantity')}: ${label}`}
      className="inline-flex items-center rounded-full border border-control bg-paper"
    >
      <IconButton
        label={t('a11y.decrease_quantity')}
        icon={<Minus className="size-4" />}
        disabled={value <= min}
        onClick={busy ? undefined : onDecrease}
      />
      <output aria-busy={busy || undefined} className="min-w-7 text-center font-semibold tabular">
        {value}
      </output>
      <IconButton
        label={t('a11y.increase_quantity')}
        icon={<Plus className="size-4" />}
        disabled={value >= max}
        onClick={busy ? undefined : onIncrease}
      />
    </div>
  )
}
