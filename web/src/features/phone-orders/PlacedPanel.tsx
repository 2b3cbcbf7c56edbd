import { formatPrice } from '../../domain/money/money'
import { Pounds } from '../../domain/money/Pounds'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { LinkButton } from '../../ui/LinkButton'
import type { PhoneOrderPlaced } from './api'

interface PlacedPanelProps {
  placed: PhoneOrderPlaced
  /** The order on the desk. */
  orderTo: string
  onNext: () => void
}

/** What to tell the caller at the end: the number and what to pay. */
export function PlacedPanel({ placed, orderTo, onNext }: PlacedPanelProps) {
  const t = useT()
  return (
    <Card className="flex flex-col gap-4">
      <div role="status" className="flex flex-col gap-1">
        <h2 className="text-xl font-semibold">
          {t.nodes('phone_order.placed', {
            number: (
              <bdi key="number" dir="ltr" className="tabular">
                {placed.number}
              </bdi>
            ),
          })}
        </h2>
        <p className="text-lg font-bold tabular">
          <bdi dir="ltr">{formatPrice(placed.total)}</bdi>
          {placed.totalLbp !== undefined && (
            <>
              {' · '}
              <Pounds amount={placed.totalLbp} />
            </>
          )}
        </p>
        <p className="text-muted">{t('phone_order.tell')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <LinkButton to={orderTo}>{t('phone_order.open')}</LinkButton>
        <Button variant="secondary" onClick={onNext}>
          {t('phone_order.next')}
        </Button>
      </div>
    </Card>
  )
}
