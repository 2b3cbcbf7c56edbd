import { ArrowRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Link } from '../../ui/Link'
import type { TourStep } from './tour-steps'

interface TourDialogProps {
  steps: readonly TourStep[]
  /** Gone through, skipped, or left for one of its screens. */
  onDone: () => void
}

/** A tour in a dialog: one screen a step, with a link to it. */
export function TourDialog({ steps, onDone }: TourDialogProps) {
  const t = useT()
  const [at, setAt] = useState(0)
  const next = useRef<HTMLButtonElement>(null)
  const step = steps[at]
  if (step === undefined) return null
  const last = at === steps.length - 1

  function back() {
    setAt(at - 1)
    // The first step has no way back: the focus stays in the dialog.
    if (at === 1) next.current?.focus()
  }

  return (
    <Dialog
      open
      sheet
      onClose={onDone}
      title={t('tour.title')}
      actions={
        <>
          {!last && (
            <Button variant="quiet" onClick={onDone}>
              {t('tour.skip')}
            </Button>
          )}
          {at > 0 && (
            <Button variant="secondary" onClick={back}>
              {t('checkout.back')}
            </Button>
          )}
          <Button ref={next} data-autofocus onClick={() => (last ? onDone() : setAt(at + 1))}>
            {last ? t('tour.done') : t('checkout.next')}
          </Button>
        </>
      }
    >
      <div aria-live="polite" className="flex min-h-40 flex-col items-start gap-2">
        <p className="text-sm text-muted">
          {t('tour.step', { step: at + 1, count: steps.length })}
        </p>
        <h3 className="text-lg">{t(step.title)}</h3>
        <p>{t(step.text)}</p>
        <Link
          to={step.to}
          onClick={onDone}
          className="inline-flex min-h-11 items-center gap-1 font-semibold text-primary hover:underline"
        >
          {t('tour.open', { screen: t(step.title) })}
          <ArrowRight aria-hidden="true" className="size-5 mirror-rtl" />
        </Link>
      </div>
    </Dialog>
  )
}
