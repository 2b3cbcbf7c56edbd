import { useEffect, useState } from 'react'
import type { OrderStatus } from '../../domain/order/order-status'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { TextArea } from '../../ui/TextArea'
import type { StoreOrder } from './api'

/** How long a step can be taken back. */
const UNDO_SECONDS = 10

interface OrderStepsProps {
  order: StoreOrder
  /** The step that is being taken. */
  moving: OrderStatus | null
  /** Tells afterwards whether it was taken. */
  onMove: (step: { status: OrderStatus; note: string; quarantine: boolean }) => Promise<boolean>
  undoing: boolean
  onUndo: (event: string) => void
}

/** Steps that end an order or send it back need a word and a choice first. */
const asks = new Set<OrderStatus>(['cancelled', 'delivery_failed', 'returned'])

/** The steps that an order may take: forward at one press, the others after a question. */
export function OrderSteps({ order, moving, onMove, undoing, onUndo }: OrderStepsProps) {
  const t = useT()
  const [asking, setAsking] = useState<OrderStatus | null>(null)
  const [note, setNote] = useState('')
  const [quarantine, setQuarantine] = useState(false)

  /** What was typed stays when it fails. */
  async function confirm(status: OrderStatus) {
    if (!(await onMove({ status, note, quarantine }))) return
    setAsking(null)
    setNote('')
    setQuarantine(false)
  }

  return (
    <section aria-label={t('admin.order_actions')} className="flex flex-col gap-2">
      {order.undo !== undefined && (
        <Undo
          key={order.undo.event}
          event={order.undo.event}
          busy={undoing}
          onUndo={onUndo}
          status={order.status}
        />
      )}
      {order.next.length === 0 && order.undo === undefined && (
        <p className="text-muted">{t('desk.no_steps')}</p>
      )}
      <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
        {order.next.map((status) =>
          asks.has(status) ? (
            <Button
              key={status}
              variant="secondary"
              size="lg"
              className="text-danger! hover:border-danger!"
              onClick={() => setAsking(status)}
            >
              {t(`desk.step_${status as 'cancelled' | 'delivery_failed' | 'returned'}`)}
            </Button>
          ) : (
            <Button
              key={status}
              size="lg"
              className="flex-1"
              busy={moving === status}
              onClick={() => void onMove({ status, note: '', quarantine: false })}
            >
              {t('admin.order_move', { status: t(`order.status_${status}`) })}
            </Button>
          ),
        )}
      </div>
      <ConfirmDialog
        open={asking !== null}
        title={t('admin.order_move_confirm', {
          number: order.number,
          status: t(`order.status_${asking ?? 'cancelled'}`),
        })}
        confirmLabel={t(`desk.step_${(asking ?? 'cancelled') as 'cancelled'}`)}
        busy={moving !== null && moving === asking}
        onConfirm={() => asking !== null && void confirm(asking)}
        onCancel={() => setAsking(null)}
      >
        <TextArea
          name="note"
          optional
          rows={2}
          maxLength={500}
          label={t('desk.step_note')}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {asking !== 'delivery_failed' && (
          <Checkbox
            name="quarantine"
            label={t('desk.quarantine')}
            checked={quarantine}
            onChange={(event) => setQuarantine(event.target.checked)}
            className="mt-3"
          />
        )}
      </ConfirmDialog>
    </section>
  )
}

interface UndoProps {
  event: string
  status: OrderStatus
  busy: boolean
  onUndo: (event: string) => void
}

/** Takes the last step back, as long as it lasts. */
function Undo({ event, status, busy, onUndo }: UndoProps) {
  const t = useT()
  const [left, setLeft] = useState(UNDO_SECONDS)
  useEffect(() => {
    const tick = setInterval(() => setLeft((seconds) => Math.max(seconds - 1, 0)), 1000)
    return () => clearInterval(tick)
  }, [])
  if (left === 0) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-card bg-info-tint px-4 py-2">
      <p>{t('desk.moved', { status: t(`order.status_${status}`) })}</p>
      <Button variant="secondary" busy={busy} onClick={() => onUndo(event)}>
        {t('desk.undo', { seconds: left })}
      </Button>
    </div>
  )
}
