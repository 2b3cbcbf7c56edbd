import { Printer, RotateCcw } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { longDate } from '../../lib/dates'
import { useLang, useT } from '../../lib/i18n'
import { AddressLines } from '../../domain/address/AddressLines'
import { nameOfStore } from '../../domain/store/store'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import type { Order } from './api'
import { OrderPaymentFacts, OrderTotals } from './OrderFacts'
import { OrderRefunds } from './OrderRefunds'
import { OrderedProducts } from './OrderedProducts'
import { OrderNumber } from './OrderNumber'
import { QuestionPanel } from './QuestionPanel'
import { StatusMark } from './StatusMark'
import { statusName } from './status'
import { Promised } from './Promised'
import { Timeline } from './Timeline'

interface OrderViewProps {
  order: Order
  /** What is being done at the moment. */
  doing: 'cancel' | 'again' | 'answer' | null
  /** The answer that is being sent to the question about a part. */
  answering: { part: string; agree: boolean } | null
  onAnswer: (part: string, agree: boolean) => void
  /** The word about what was just done. */
  news?: ReactNode
  onCancel: () => Promise<unknown>
  onAgain: () => void
}

/** One order: what, how far, where to, how paid. Printed, it is the receipt. */
export function OrderView(props: OrderViewProps) {
  const { order, doing, news, answering, onCancel, onAgain } = props
  const t = useT()
  const [asking, setAsking] = useState(false)
  return (
    <article className="page-width flex flex-col gap-4 py-6 lg:py-8 print:p-0">
      <ReceiptHead />
      <header className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="text-2xl lg:text-3xl">
            <OrderNumber number={order.number} />
          </h1>
          <p className="mt-1 inline-flex items-center gap-2 font-semibold">
            <StatusMark status={order.status} />
            {t('order.status', { status: statusName(t, order.status) })}
          </p>
          <p className="text-muted">{t('order.date_ordered', { date: longDate(t, order.date) })}</p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1 print:hidden">
          <Button busy={doing === 'again'} onClick={onAgain}>
            <RotateCcw aria-hidden="true" className="size-5" />
            {t('order.again')}
          </Button>
          <Button variant="secondary" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-5" />
            {t('order.print_receipt')}
          </Button>
        </div>
      </header>
      {news !== undefined && <div className="print:hidden">{news}</div>}
      {order.fulfilments.map((part) => (
        <div key={part._id} className="empty:hidden print:hidden">
          <QuestionPanel
            part={part}
            sending={answering?.part === part._id ? answering.agree : null}
            onAnswer={(agree) => props.onAnswer(part._id, agree)}
          />
        </div>
      ))}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-6 print:block">
        {/* First for readers and on phones; beside the products where there is room. */}
        <div className="lg:order-last print:hidden">
          <Part title={t('order.timeline')}>
            <Promised order={order} />
            {order.call_first === true && (
              <p className="mb-4 text-muted">{t('order.call_first')}</p>
            )}
            <Timeline order={order} />
            {order.cancellable && (
              <Button
                variant="secondary"
                full
                className="mt-5 text-danger! hover:border-danger!"
                onClick={() => setAsking(true)}
              >
                {t('order.cancel')}
              </Button>
            )}
          </Part>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Part title={t('order.products')}>
            {order.fulfilments.length === 1 ? (
              <OrderedProducts order={order} />
            ) : (
              order.fulfilments.map((part) => <StorePart key={part._id} part={part} />)
            )}
            <div className="ms-auto mt-4 max-w-sm">
              <OrderTotals order={order} />
            </div>
          </Part>
          <div className="grid gap-4 sm:grid-cols-2 print:grid-cols-2">
            <Part title={t('order.address')}>
              <AddressLines address={order.address} />
            </Part>
            <Part title={t('order.payment')}>
              <OrderPaymentFacts payment={order.payment} />
              <OrderRefunds order={order} />
            </Part>
          </div>
          {order.note !== undefined && order.note !== '' && (
            <Part title={t('checkout.note')}>
              <p className="whitespace-pre-line">
                <bdi>{order.note}</bdi>
              </p>
            </Part>
          )}
        </div>
      </div>
      <p className="hidden print:block">{t('order.receipt_thanks')}</p>
      <ConfirmDialog
        open={asking}
        title={t('order.cancel_title')}
        confirmLabel={t('order.cancel')}
        cancelLabel={t('order.keep')}
        busy={doing === 'cancel'}
        onConfirm={() => void onCancel().finally(() => setAsking(false))}
        onCancel={() => setAsking(false)}
      >
        {t(order.payment.method === 'card' ? 'order.cancel_confirm_card' : 'order.cancel_confirm')}
      </ConfirmDialog>
    </article>
  )
}

/** What one of several stores sends, and how far it is. */
function StorePart({ part }: { part: Order['fulfilments'][number] }) {
  const t = useT()
  const { lang } = useLang()
  return (
    <section className="mt-4 first:mt-0">
      <h3 className="flex flex-wrap items-center justify-between gap-x-3 font-semibold">
        <span>
          {t.nodes('order.part_of', {
            store: (
              <bdi key="store">
                {part.store === null ? t('common.site_name') : nameOfStore(lang, part.store)}
              </bdi>
            ),
          })}
        </span>
        <span className="inline-flex items-center gap-2 text-sm">
          <StatusMark status={part.status} />
          {statusName(t, part.status)}
        </span>
      </h3>
      {part.address !== undefined && (
        <div className="my-2 text-sm">
          <p className="font-semibold">{t('order.part_address')}</p>
          <AddressLines address={part.address} />
        </div>
      )}
      <OrderedProducts order={part} />
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="print:border-0 print:px-0 print:py-2">
      <h2 id={id} className="mb-3 text-lg">
        {title}
      </h2>
      {children}
    </Card>
  )
}

/** On paper the shop's own header is gone; its name is what makes a receipt one. */
function ReceiptHead() {
  const t = useT()
  return (
    <div className="hidden items-baseline justify-between border-b border-line pb-2 print:flex">
      <span className="text-2xl font-bold">{t('common.site_name')}</span>
      <span className="text-lg">{t('order.receipt')}</span>
    </div>
  )
}
