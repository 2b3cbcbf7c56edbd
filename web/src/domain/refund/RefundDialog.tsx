import { type FormEvent, useId, useState } from 'react'
import { toCents } from '../../lib/cents'
import { ApiError, errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { newKey } from '../../lib/key'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { Dialog } from '../../ui/Dialog'
import { Select } from '../../ui/Select'
import { TextArea } from '../../ui/TextArea'
import { TextInput } from '../../ui/TextInput'
import { useToast } from '../../ui/toast-context'
import { useWrite } from '../../ui/use-write'
import { formatCents, formatPrice } from '../money/money'
import { ProductName } from '../product/ProductName'
import {
  emptyRefund,
  type Refund,
  refundAmount,
  type Refundable,
  type RefundDraft,
  type RefundRequest,
  toRefundRequest,
} from './refund'

interface RefundDialogProps {
  of: Refundable
  /** What is changed: two refunds of it are made one after the other. */
  resource: string
  /** What to know before giving money back. */
  hint?: string
  /** Gives the money back; the same key gives it back once. */
  give: (key: string, body: RefundRequest) => Promise<{ code: string; refund: Refund }>
  onClose: () => void
  onGiven: () => void
}

const ways = ['lines', 'amount', 'all'] as const

/** Gives money back: by product, an amount, or all that is left. What was typed stays when it fails. */
export function RefundDialog(props: RefundDialogProps) {
  const { of, onClose, onGiven } = props
  const t = useT()
  const toast = useToast()
  const formId = useId()
  const [key] = useState(newKey)
  const [draft, setDraft] = useState<RefundDraft>(emptyRefund)
  const [checked, setChecked] = useState(false)
  const left = toCents(of.rest)
  const amount = refundAmount(draft, of)
  const give = useWrite({
    resource: props.resource,
    write: (cents: number) => props.give(key, toRefundRequest(draft, cents)),
    onDone: ({ code, refund }) => {
      toast({
        tone: refund.state === 'failed' ? 'error' : 'success',
        text: t.maybe(`done.${code}`) ?? t('refund.title'),
      })
      onGiven()
    },
    onFailed: () => {},
  })

  const change = (part: Partial<RefundDraft>) => setDraft((now) => ({ ...now, ...part }))
  const amountError =
    amount === null || amount <= 0
      ? t('rule.refund_amount_required')
      : amount > left
        ? t('error.refund_too_much')
        : undefined
  const reasonError = draft.reason.trim() === '' ? t('rule.refund_reason_required') : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (amountError === undefined && reasonError === undefined && amount !== null) give.send(amount)
  }

  return (
    <Dialog
      open
      sheet
      title={t('refund.give')}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={give.busy}>
            {amount === null || amount <= 0 ? (
              t('refund.give')
            ) : (
              <span>
                {t.nodes('refund.give_amount', {
                  amount: (
                    <bdi key="amount" dir="ltr">
                      {formatCents(amount)}
                    </bdi>
                  ),
                })}
              </span>
            )}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <p className="text-muted">
          {t.nodes('refund.left', {
            amount: (
              <bdi key="left" dir="ltr" className="font-semibold tabular">
                {formatPrice(of.rest)}
              </bdi>
            ),
          })}
        </p>
        {props.hint !== undefined && <p>{props.hint}</p>}
        {give.failure !== null && (
          <Alert tone="error">
            {give.failure instanceof ApiError && give.failure.fields['lines'] !== undefined
              ? (t.maybe(`rule.${give.failure.fields['lines']}`) ?? errorText(t, give.failure))
              : errorText(t, give.failure)}
          </Alert>
        )}
        <fieldset className="flex flex-col">
          <legend className="mb-1 font-semibold">{t('refund.what')}</legend>
          {ways.map((way) => (
            <label key={way} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="refund_by"
                className="size-5"
                checked={draft.by === way}
                onChange={() => change({ by: way })}
              />
              {t(`refund.by_${way}`)}
            </label>
          ))}
        </fieldset>
        {draft.by === 'lines' && (
          <ul className="flex flex-col gap-2">
            {of.lines.map(({ product, unit_price: price }) => {
              const most = of.pieces[product.id] ?? 0
              return (
                <li key={product.id} className="flex items-center gap-3">
                  <div className="min-w-0 flex-1">
                    <p className="leading-snug">
                      <ProductName of={product} />
                    </p>
                    <bdi dir="ltr" className="text-sm text-muted tabular">
                      {formatPrice(price)}
                    </bdi>
                  </div>
                  <Select
                    name={`pieces-${product.id}`}
                    hideLabel
                    label={t('refund.pieces')}
                    className="w-24 shrink-0"
                    disabled={most === 0}
                    value={String(draft.pieces[product.id] ?? 0)}
                    options={Array.from({ length: most + 1 }, (_, n) => ({
                      value: String(n),
                      label: String(n),
                    }))}
                    onChange={(event) =>
                      change({
                        pieces: { ...draft.pieces, [product.id]: Number(event.target.value) },
                      })
                    }
                  />
                </li>
              )
            })}
            {of.feeLeft > 0 && (
              <li>
                <Checkbox
                  name="delivery"
                  label={
                    <>
                      {t('order.delivery_fee')}{' '}
                      <bdi dir="ltr" className="text-muted tabular">
                        {formatPrice(of.feeLeft)}
                      </bdi>
                    </>
                  }
                  checked={draft.delivery}
                  onChange={(event) => change({ delivery: event.target.checked })}
                />
              </li>
            )}
          </ul>
        )}
        {draft.by === 'amount' && (
          <TextInput
            name="amount"
            ltr
            inputMode="decimal"
            prefix="$"
            label={t('refund.amount')}
            value={draft.amount}
            error={checked ? amountError : undefined}
            onChange={(event) => change({ amount: event.target.value })}
          />
        )}
        {checked && draft.by !== 'amount' && amountError !== undefined && (
          <p role="alert" className="text-sm text-danger">
            {amountError}
          </p>
        )}
        <TextArea
          name="reason"
          rows={2}
          maxLength={500}
          label={t('refund.reason')}
          value={draft.reason}
          error={checked ? reasonError : undefined}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </form>
    </Dialog>
  )
}
