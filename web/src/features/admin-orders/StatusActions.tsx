import type { OrderStatus } from '../../domain/order/order-status'
import { useState } from 'react'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { TextArea } from '../../ui/TextArea'

interface StatusActionsProps {
  number: string
  /** Whether a card paid for it: its payment goes back. */
  card: boolean
  /** Where the order may go from here, as the server says. */
  moves: readonly OrderStatus[]
  moving: OrderStatus | null
  /** Tells afterwards whether it was made. */
  onMove: (status: OrderStatus, note: string) => Promise<boolean>
}

/** The moves an order may make: forward at a press, cancelling after a question. */
export function StatusActions({ number, card, moves, moving, onMove }: StatusActionsProps) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const [note, setNote] = useState('')
  if (moves.length === 0) return <p className="text-muted">{t('admin.order_done')}</p>

  /** What was typed stays when it fails. */
  async function cancel() {
    if (!(await onMove('cancelled', note))) return
    setAsking(false)
    setNote('')
  }

  return (
    <section aria-label={t('admin.order_actions')} className="flex flex-col gap-2 sm:flex-row">
      {moves
        .filter((status) => status !== 'cancelled')
        .map((status) => (
          <Button
            key={status}
            size="lg"
            className="flex-1"
            busy={moving === status}
            onClick={() => void onMove(status, '')}
          >
            {t('admin.order_move', { status: t(`order.status_${status}`) })}
          </Button>
        ))}
      {moves.includes('cancelled') && (
        <Button
          variant="secondary"
          size="lg"
          className="text-danger! hover:border-danger!"
          onClick={() => setAsking(true)}
        >
          {t('order.cancel')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={t('admin.order_move_confirm', { number, status: t('order.status_cancelled') })}
        confirmLabel={t('order.cancel')}
        busy={moving === 'cancelled'}
        onConfirm={() => void cancel()}
        onCancel={() => setAsking(false)}
      >
        <p>{t(card ? 'admin.order_cancel_text_card' : 'admin.order_cancel_text')}</p>
        <TextArea
          name="note"
          optional
          rows={2}
          maxLength={500}
          label={t('admin.order_cancel_note')}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          className="mt-3"
        />
      </ConfirmDialog>
    </section>
  )
}
