import { type FormEvent, type ReactNode, useState } from 'react'
import { StatusTag } from '../../domain/order/StatusTag'
import { longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { TextInput } from '../../ui/TextInput'
import { noTypedCash, readCashAmount } from './amounts'
import type { CashAmount, MovementRequest, ShiftAnswer, ShiftOrder } from './api'
import { Cash, CashInputs } from './Cash'
import { Part } from './Part'
import { SettleDialog, type Settling } from './SettleDialog'
import { ShiftTag } from './ShiftList'

interface ShiftViewProps {
  answer: ShiftAnswer
  /** Whether the reader is the courier: somebody else signs off. */
  own: boolean
  busy: boolean
  onMovement: (movement: Omit<MovementRequest, 'key' | 'made_at'>) => void
  onCount: (counted: CashAmount, reason: string) => void
  onSignOff: (version: number) => void
}

/** A shift as those who hand out and count cash see it. */
export function ShiftView({
  answer: { shift, orders, movements },
  own,
  busy,
  onMovement,
  onCount,
  onSignOff,
}: ShiftViewProps) {
  const t = useT()
  const out = orders.filter(({ state }) => state === 'out')
  const back = movements.filter(({ kind }) => kind === 'returned')
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-2xl lg:text-3xl">
          <bdi>{shift.courier.name}</bdi>
        </h1>
        <ShiftTag state={shift.state} />
      </div>
      <p className="text-sm text-muted">
        {t('shift.opened_by', {
          name: shift.opened_by,
          when: longDateTime(t, shift.opened_at),
        })}
      </p>
      <Card>
        <dl className="grid gap-2">
          <Amount label={t('shift.csv_expected')}>
            <Cash both of={shift.expected} />
          </Amount>
          {shift.counted !== undefined && (
            <Amount label={t('shift.csv_counted')}>
              <Cash both of={shift.counted} />
            </Amount>
          )}
          {shift.difference !== undefined && (
            <Amount label={t('shift.csv_difference')}>
              <strong
                className={
                  shift.difference.usd === 0 && shift.difference.lbp === 0 ? '' : 'text-danger'
                }
              >
                <Cash both of={shift.difference} />
              </strong>
            </Amount>
          )}
          {shift.reason !== undefined && (
            <Amount label={t('shift.csv_reason')}>
              <bdi>{shift.reason}</bdi>
            </Amount>
          )}
        </dl>
      </Card>
      {shift.state === 'closed' && (
        <Alert tone="success">
          {t('shift.signed_by', {
            name: shift.signed_by ?? '',
            when: longDateTime(t, shift.closed_at ?? shift.opened_at),
          })}
        </Alert>
      )}
      <Orders orders={orders} closed={shift.state === 'closed'} onMovement={onMovement} />
      {shift.state !== 'closed' && (
        <FloatForm busy={busy} onFloat={(amount) => onMovement({ kind: 'float', amount })} />
      )}
      {back.length > 0 && (
        <Part title={t('shift.came_back')}>
          <ul>
            {back.map((movement) => (
              <li key={movement.number}>
                <bdi className="tabular">{movement.pieces}</bdi>
                {' × '}
                <bdi dir="ltr">{movement.product}</bdi>
                {' · '}
                {t('order.number', { number: movement.order ?? '' })}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {shift.state !== 'closed' && (
        <CountForm
          key={shift.state}
          out={out.length}
          expected={shift.expected}
          busy={busy}
          onCount={onCount}
        />
      )}
      {shift.state === 'counted' && (
        <Part title={t('shift.sign_title')}>
          {own ? (
            <Alert tone="info">{t('error.shift_own')}</Alert>
          ) : (
            <>
              <p>{t('shift.sign_hint')}</p>
              <Button busy={busy} className="self-start" onClick={() => onSignOff(shift.version)}>
                {t('shift.sign_off')}
              </Button>
            </>
          )}
        </Part>
      )}
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">
          {t('shift.movements')}
        </summary>
        <ol className="divide-y divide-line">
          {movements.map((movement) => (
            <li key={movement.number} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span>
                {t(`shift.kind_${movement.kind}`)}
                {movement.order !== undefined && (
                  <>
                    {' · '}
                    <bdi className="tabular">{movement.order}</bdi>
                  </>
                )}
                <span className="block text-sm text-muted">
                  {longDateTime(t, movement.made_at)}
                  {' · '}
                  <bdi>{movement.by}</bdi>
                </span>
              </span>
              {(movement.amount.usd !== 0 || movement.amount.lbp !== 0) && (
                <Cash of={movement.amount} />
              )}
            </li>
          ))}
        </ol>
      </details>
    </div>
  )
}

function Orders({
  orders,
  closed,
  onMovement,
}: {
  orders: readonly ShiftOrder[]
  closed: boolean
  onMovement: ShiftViewProps['onMovement']
}) {
  const t = useT()
  const [open, setOpen] = useState<Settling | null>(null)
  if (orders.length === 0) return null
  return (
    <Part title={t('shift.orders')}>
      <Card flush>
        <ul className="divide-y divide-line">
          {orders.map((order) => (
            <li key={order._id} className="flex flex-col gap-2 px-4 py-3">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span className="flex flex-wrap items-center gap-2">
                  <bdi className="font-semibold tabular">{order.number}</bdi>
                  <StatusTag status={order.status} />
                </span>
                <span className="text-sm">
                  {order.state === 'delivered' ? (
                    <>
                      <Cash of={order.received} />
                      {(order.change.usd !== 0 || order.change.lbp !== 0) && (
                        <>
                          {' − '}
                          <Cash of={order.change} />
                        </>
                      )}
                    </>
                  ) : order.due.usd === 0 ? (
                    t('shift.paid')
                  ) : (
                    <Cash of={{ usd: order.due.usd, lbp: 0 }} />
                  )}
                </span>
              </div>
              {order.state === 'out' && !closed && (
                <div className="flex flex-wrap gap-2">
                  <Button
                    variant="secondary"
                    onClick={() => setOpen({ id: order._id, failed: false })}
                  >
                    {t('shift.delivered')}
                  </Button>
                  <Button
                    variant="secondary"
                    onClick={() => setOpen({ id: order._id, failed: true })}
                  >
                    {t('shift.could_not')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      </Card>
      <SettleDialog
        settling={open}
        orders={orders}
        onClose={() => setOpen(null)}
        onMovement={onMovement}
      />
    </Part>
  )
}

/** Hands the courier more cash. */
function FloatForm({ busy, onFloat }: { busy: boolean; onFloat: (amount: CashAmount) => void }) {
  const t = useT()
  const [typed, setTyped] = useState(noTypedCash)
  const { amount } = readCashAmount(typed)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (amount === null || (amount.usd === 0 && amount.lbp === 0)) return
    setTyped(noTypedCash)
    onFloat(amount)
  }
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        {t('shift.more_float')}
      </summary>
      <form className="flex max-w-md flex-col gap-3" onSubmit={submit} noValidate>
        <CashInputs
          name="float"
          labels={{ usd: t('shift.float_usd'), lbp: t('shift.float_lbp') }}
          value={typed}
          onTyped={setTyped}
        />
        <Button type="submit" variant="secondary" busy={busy} className="self-start">
          {t('shift.more_float')}
        </Button>
      </form>
    </details>
  )
}

interface CountFormProps {
  out: number
  expected: { usd: number; lbp: number }
  busy: boolean
  onCount: (counted: CashAmount, reason: string) => void
}

/** What is in the bag, against what has to be; a difference needs a reason. */
function CountForm({ out, expected, busy, onCount }: CountFormProps) {
  const t = useT()
  const [typed, setTyped] = useState(noTypedCash)
  const [reason, setReason] = useState('')
  const [sent, setSent] = useState(false)
  const { amount } = readCashAmount(typed)
  const typedSome = typed.usd !== '' || typed.lbp !== ''
  const difference = amount && {
    usd: Math.round((amount.usd - expected.usd) * 100) / 100,
    lbp: amount.lbp - expected.lbp,
  }
  const differs = difference !== null && (difference.usd !== 0 || difference.lbp !== 0)
  const needsReason = differs && reason.trim() === ''
  function submit(event: FormEvent) {
    event.preventDefault()
    setSent(true)
    if (amount !== null && !needsReason) onCount(amount, reason.trim())
  }
  return (
    <Part title={t('shift.count_title')}>
      {out > 0 ? (
        <Alert tone="warning">{t('error.shift_orders_out')}</Alert>
      ) : (
        <form className="flex max-w-md flex-col gap-4" onSubmit={submit} noValidate>
          <CashInputs
            name="counted"
            labels={{ usd: t('shift.counted_usd'), lbp: t('shift.counted_lbp') }}
            value={typed}
            onTyped={setTyped}
          />
          {typedSome && differs && (
            <>
              <p className="flex justify-between gap-3 font-semibold text-danger">
                <span>{t('shift.csv_difference')}</span>
                <Cash both of={difference} />
              </p>
              <TextInput
                name="reason"
                label={t('shift.csv_reason')}
                maxLength={500}
                value={reason}
                error={sent && needsReason ? t('rule.shift_reason_required') : undefined}
                onChange={(event) => setReason(event.target.value)}
              />
            </>
          )}
          <Button type="submit" busy={busy} className="self-start">
            {t('shift.count')}
          </Button>
        </form>
      )}
    </Part>
  )
}

function Amount({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd className="text-end font-semibold">{children}</dd>
    </div>
  )
}
