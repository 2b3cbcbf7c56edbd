import { CircleHelp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useT } from '../../lib/i18n'
import { laterPart } from '../../lib/later-part'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { OnDemand } from '../../ui/OnDemand'
import { rememberTour, type TourKind, wasTourSeen } from './tour-seen'
import type { TourStep } from './tour-steps'

const tourDialog = laterPart('tour', () => import('./TourDialog'), null)

interface TourOfferProps {
  kind: TourKind
  steps: readonly TourStep[]
}

/**
 * Offers a tour to people who work here, once: afterwards a quiet button opens it again. It never opens by itself, so
 * nobody is kept from what they came for.
 */
export function TourOffer({ kind, steps }: TourOfferProps) {
  const t = useT()
  const [seen, setSeen] = useState(() => wasTourSeen(kind))
  const [open, setOpen] = useState(false)
  const again = useRef<HTMLDivElement>(null)

  function done() {
    setOpen(false)
    setSeen(true)
    rememberTour(kind)
    // The buttons of the offer are gone; the one in their place takes the focus.
    requestAnimationFrame(() => again.current?.querySelector('button')?.focus())
  }

  if (steps.length === 0) return null
  return (
    <div ref={again} className="mb-4">
      {seen ? (
        <Button variant="quiet" onClick={() => setOpen(true)}>
          <CircleHelp aria-hidden="true" className="size-5" />
          {t('tour.again')}
        </Button>
      ) : (
        <Card as="section" aria-label={t('tour.title')} className="flex flex-col gap-2">
          <p className="text-lg font-bold">{t('tour.title')}</p>
          <p className="text-muted">
            {kind === 'admin' ? t('tour.admin_offer') : t('tour.owner_offer')}
          </p>
          <div className="mt-1 flex flex-wrap gap-2">
            <Button onClick={() => setOpen(true)}>{t('tour.start')}</Button>
            <Button variant="quiet" onClick={done}>
              {t('tour.skip')}
            </Button>
          </div>
        </Card>
      )}
      {open && (
        <OnDemand part={tourDialog} onMissing={() => setOpen(false)}>
          {({ TourDialog }) => <TourDialog steps={steps} onDone={done} />}
        </OnDemand>
      )}
    </div>
  )
}
