import { Minus, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
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
      <StepButton
        label={t('a11y.decrease_quantity')}
        icon={<Minus className="size-4" />}
        atLimit={value <= min}
        onPress={busy ? undefined : onDecrease}
      />
      <output aria-busy={busy || undefined} className="min-w-7 text-center font-semibold tabular">
        {value}
      </output>
      <StepButton
        label={t('a11y.increase_quantity')}
        icon={<Plus className="size-4" />}
        atLimit={value >= max}
        onPress={busy ? undefined : onIncrease}
      />
    </div>
  )
}

interface StepButtonProps {
  label: string
  icon: ReactNode
  atLimit: boolean
  onPress: (() => void) | undefined
}

/**
 * One of the two buttons. A browser takes the focus from a button that becomes disabled, and the
 * next press of Tab would begin at the top of the page: while it has the focus, a button at its
 * limit only says that it is disabled.
 */
function StepButton({ label, icon, atLimit, onPress }: StepButtonProps) {
  const [focused, setFocused] = useState(false)
  return (
    <IconButton
      label={label}
      icon={icon}
      disabled={atLimit && !focused}
      aria-disabled={atLimit || undefined}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onClick={atLimit ? undefined : onPress}
      className="aria-disabled:opacity-40"
    />
  )
}
