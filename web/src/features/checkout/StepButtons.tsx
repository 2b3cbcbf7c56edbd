import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'

interface StepButtonsProps {
  /** Leads to the step before; the first step has none. */
  onBack?: () => void
  busy?: boolean
  /** Id of the form that Next sends, when it is not around the buttons. */
  form?: string
}

/** Back and Next below the fields of a step. */
export function StepButtons({ onBack, busy = false, form }: StepButtonsProps) {
  const t = useT()
  return (
    <div className="mt-2 flex gap-3">
      {onBack !== undefined && (
        <Button variant="secondary" onClick={onBack} className="max-sm:flex-1">
          {t('checkout.back')}
        </Button>
      )}
      <Button type="submit" form={form} busy={busy} className="ms-auto max-sm:flex-2 sm:min-w-40">
        {t('checkout.next')}
      </Button>
    </div>
  )
}
