import { type FormEvent, useState } from 'react'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { asTyped, noTypedCash, readCashAmount, type TypedCash } from './amounts'
import type { CashAmount, ShiftOrder } from './api'
import { Cash, CashInputs } from './Cash'
import { changeFor } from './change'

interface DeliverDialogProps {
  order: ShiftOrder
  onClose: () => void
  onDelivered: (received: CashAmount, change: CashAmount) => void
}

const none: CashAmount = { usd: 0, lbp: 0 }

/** What the customer handed over, and the change to give: works without a line. */
export function DeliverDialog({ order, onClose, onDelivered }: DeliverDialogProps) {
  const t = useT()
  const [typed, setTyped] = useState(noTypedCash)
  const [given, setGiven] = useState<TypedCash | null>(null)
  const { due, rate } = order
  const paid = due.usd === 0
  const received = readCashAmount(typed).amount
  const nothing = received === null || (received.usd === 0 && received.lbp === 0)
  const proposal = nothing ? null : changeFor({ ...due, rate }, received)
  const proposed = proposal !== null && !proposal.short ? proposal.change : none
  const change = given === null ? proposed : readCashAmount(given).amount
  const short = proposal?.short === true
  const ready = paid || (received !== null && change !== null && !nothing)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (ready) onDelivered(received ?? none, paid ? none : (change ?? none))
  }
  return (
    <Dialog open sheet onClose={onClose} title={t('order.number', { number: order.number })}>
      <form className="flex flex-col gap-4 pb-3" onSubmit={submit}>
        {paid ? (
          <p className="text-lg font-semibold">{t('shift.paid')}</p>
        ) : (
          <>
            <div>
              <p className="text-sm text-muted">{t('shift.collect')}</p>
              <Due order={order} />
            </div>
            <CashInputs
              name="received"
              labels={{ usd: t('shift.received_usd'), lbp: t('shift.received_lbp') }}
              value={typed}
              onTyped={setTyped}
            />
            {short && <Alert tone="warning">{t('shift.short')}</Alert>}
            {!nothing && !short && given === null && (
              <p className="flex flex-wrap items-baseline justify-between gap-2 rounded-card bg-quiet px-4 py-3">
                <span>{t('shift.give_back')}</span>
                <strong className="text-xl">
                  <Cash of={proposed} />
                </strong>
              </p>
            )}
            {!nothing && given === null && (
              <Button variant="quiet" onClick={() => setGiven(asTyped(proposed))}>
                {t('shift.other_change')}
              </Button>
            )}
            {given !== null && (
              <CashInputs
                name="change"
                labels={{ usd: t('shift.change_usd'), lbp: t('shift.change_lbp') }}
                value={given}
                onTyped={setGiven}
              />
            )}
          </>
        )}
        <Button type="submit" full aria-disabled={!ready}>
          {short ? t('shift.delivered_short') : t('shift.delivered')}
        </Button>
      </form>
    </Dialog>
  )
}

/** What has to be collected, in one currency or the other. */
export function Due({ order: { due, rate } }: { order: ShiftOrder }) {
  const t = useT()
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <strong className="text-2xl">
        <Cash of={{ usd: due.usd, lbp: 0 }} />
      </strong>
      {rate > 0 && (
        <>
          <span className="text-muted">{t('shift.or')}</span>
          <strong className="text-2xl">
            <Cash of={{ usd: 0, lbp: due.lbp }} />
          </strong>
        </>
      )}
    </p>
  )
}
