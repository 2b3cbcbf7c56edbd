import { Check } from 'lucide-react'
import { useT } from '../lib/i18n'
import { cx } from './cx'

interface StepperProps {
  steps: readonly string[]
  /** The step being done, from 0; `steps.length` when all are done. */
  current: number
  className?: string
}

/** Where one is on the way through a few steps. */
export function Stepper({ steps, current, className }: StepperProps) {
  const t = useT()
  return (
    <ol aria-label={t('a11y.steps')} className={cx('flex', className)}>
      {steps.map((step, index) => {
        const done = index < current
        const here = index === current
        return (
          <li
            key={step}
            aria-current={here ? 'step' : undefined}
            className="relative flex flex-1 flex-col items-center gap-2 px-1 text-center"
          >
            {index > 0 && (
              <span
                aria-hidden="true"
                className={cx(
                  'absolute end-1/2 top-4 h-0.5 w-full',
                  done || here ? 'bg-primary' : 'bg-line',
                )}
              />
            )}
            <span
              className={cx(
                'relative z-10 flex size-8 items-center justify-center rounded-full border-2 text-sm leading-none font-bold tabular',
                done && 'border-primary bg-primary text-on-primary',
                here && 'border-primary bg-paper text-primary',
                !done && !here && 'border-line bg-paper text-muted',
              )}
            >
              {done ? (
                <>
                  <Check aria-hidden="true" strokeWidth={3} className="size-4" />
                  <span className="sr-only">{t('a11y.step_done')}</span>
                </>
              ) : (
                index + 1
              )}
            </span>
            <span className={cx('text-sm', here ? 'font-semibold' : 'text-muted')}>{step}</span>
          </li>
        )
      })}
    </ol>
  )
}
