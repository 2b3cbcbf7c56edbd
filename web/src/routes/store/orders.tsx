import { HOUSE } from '../../domain/store/house'
import { nameOfStore } from '../../domain/store/store'
import { BellOff, BellRing, PhoneCall } from 'lucide-react'
import { useCallback } from 'react'
import { CsvButton } from '../../domain/file/CsvButton'
import { formatPrice } from '../../domain/money/money'
import { EmptyOrders } from '../../domain/order/EmptyOrders'
import { OrderPlaceholder } from '../../domain/order/OrderPlaceholder'
import { OrderRowsSkeleton } from '../../domain/order/OrderRowsSkeleton'
import {
  deskKeys,
  deskQuery,
  DESK_PAGE,
  exportOrders,
  lowerFee,
  type Move,
  moveOrder,
  recordAgreement,
  recordCall,
  reduceOrder,
  replaceAddress,
  saveStaffNote,
  storeOrderQuery,
  undoMove,
} from '../../features/store-orders/api'
import { deskAddress, type DeskQuery, readDeskQuery } from '../../features/store-orders/desk-query'
import { DeskFilters } from '../../features/store-orders/DeskFilters'
import { DeskList } from '../../features/store-orders/DeskList'
import { useFreshOrders, useWaitingBadge } from '../../features/store-orders/fresh-orders'
import { StoreOrderView } from '../../features/store-orders/StoreOrderView'
import { useOrderEvents } from '../../features/store-orders/watch'
import { storeQuery } from '../../features/stores/api'
import { storePath } from '../../features/stores/paths'
import { ApiError } from '../../lib/errors'
import { useLang, useT } from '../../lib/i18n'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useResultsInView } from '../../lib/results-in-view'
import { useLocation, useNavigate, useParams } from '../../lib/router'
import { Alert } from '../../ui/Alert'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { LinkButton } from '../../ui/LinkButton'
import { Pagination } from '../../ui/Pagination'
import { useToast } from '../../ui/Toast'
import { useWrite } from '../../ui/use-write'
import { NotYours } from './NotYours'

/** The orders of a store as they come in, and what to do with them. A phone shows the list or the open order. */
export default function StoreOrdersScreen() {
  const { id = '' } = useParams()
  return <Desk key={id} store={id} />
}

function Desk({ store }: { store: string }) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const { search } = useLocation()
  const shown = readDeskQuery(search)
  const open = shown.order !== ''
  const known = useQuery({ ...storeQuery(store), enabled: store !== HOUSE })
  const { lang } = useLang()
  const name =
    store === HOUSE
      ? t('common.site_name')
      : known.data === undefined
        ? t('page.store')
        : nameOfStore(lang, known.data.store)
  const interval = useOrderEvents(store)
  const list = useQuery(deskQuery(store, shown, interval))
  const tell = useCallback(
    (count: number) => toast({ text: t('admin.orders_new', { count }), tone: 'info' }),
    [toast, t],
  )
  const { waiting, silent, onSilent } = useFreshOrders(store, interval, tell)
  useWaitingBadge(waiting, `${t('desk.title')} · ${name}`)
  const heading = useResultsInView<HTMLHeadingElement>({
    page: shown.page,
    filters: deskAddress(store, { ...shown, page: 1, order: '' }),
  })

  if (list.error instanceof ApiError && [401, 403, 404].includes(list.error.status ?? 0)) {
    return <NotYours error={list.error} />
  }
  const counts = Object.fromEntries(
    (list.data?.counts ?? []).map(({ status, count }) => [status, count]),
  )
  return (
    <div className="page-width flex flex-col gap-4 pt-2 pb-8 lg:pt-4">
      <div className={cx(open && 'max-lg:hidden')}>
        <Breadcrumb
          crumbs={
            store === HOUSE
              ? [{ label: t('admin.orders'), to: '/admin/orders' }, { label: t('desk.title') }]
              : [
                  { label: t('store.title'), to: '/user/stores' },
                  { label: name, to: storePath(store) },
                  { label: t('desk.title') },
                ]
          }
        />
      </div>
      {/* On a phone the open order has the screen to itself; the page keeps its name. */}
      <div
        className={cx(
          'flex flex-wrap items-center justify-between gap-x-3 gap-y-2',
          open && 'max-lg:sr-only',
        )}
      >
        <h1 ref={heading} tabIndex={-1} className="text-2xl lg:text-3xl">
          {t('desk.title')}
        </h1>
        <div className="flex flex-wrap gap-2">
          {list.data?.may_take === true && (
            <LinkButton to={`/store/${encodeURIComponent(store)}/phone-order`}>
              <PhoneCall aria-hidden="true" className="size-5" />
              {t('phone_order.title')}
            </LinkButton>
          )}
          <Button variant="secondary" aria-pressed={!silent} onClick={() => onSilent(!silent)}>
            {silent ? (
              <BellOff aria-hidden="true" className="size-5" />
            ) : (
              <BellRing aria-hidden="true" className="size-5" />
            )}
            {t('desk.sound')}
          </Button>
          <CsvButton compact name="dawa-orders" read={() => exportOrders(store, shown)} />
        </div>
      </div>
      <div className={cx(open && 'max-lg:hidden')}>
        <DeskFilters
          store={store}
          query={shown}
          counts={counts}
          onFilter={(change) =>
            navigate(deskAddress(store, { ...shown, ...change, page: 1, order: '' }))
          }
        />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-6">
        <div className={cx('flex min-w-0 flex-col gap-4', open && 'max-lg:hidden')}>
          {list.data === undefined ? (
            list.isError ? (
              <ErrorState
                title={t('admin.orders_load_failed')}
                busy={list.isFetching}
                onRetry={() => void list.refetch()}
              />
            ) : (
              <OrderRowsSkeleton />
            )
          ) : (
            <>
              {list.isError && <Alert tone="warning">{t('admin.orders_stale')}</Alert>}
              <p className="flex justify-between gap-3 text-sm text-muted">
                <span>{t('desk.count', { count: list.data.total })}</span>
                <bdi dir="ltr" className="tabular">
                  {formatPrice(list.data.sum)}
                </bdi>
              </p>
              {list.data.orders.length === 0 ? (
                <NoOrders store={store} shown={shown} />
              ) : (
                <Card flush className="overflow-hidden">
                  <DeskList store={store} orders={list.data.orders} query={shown} />
                </Card>
              )}
              <Pagination
                page={shown.page}
                pageCount={Math.ceil(list.data.total / DESK_PAGE)}
                hrefFor={(page) => deskAddress(store, { ...shown, page, order: '' })}
              />
            </>
          )}
        </div>
        <Card className={cx('min-w-0 lg:sticky lg:top-24', !open && 'max-lg:hidden')}>
          {open ? (
            <OpenOrder key={shown.order} store={store} shown={shown} />
          ) : (
            <EmptyState illustration={<EmptyOrders />} title={t('admin.orders_choose')} />
          )}
        </Card>
      </div>
    </div>
  )
}

/** Nothing that matches, or nothing to prepare: then how orders come to be. */
function NoOrders({ store, shown }: { store: string; shown: DeskQuery }) {
  const t = useT()
  if (deskAddress(store, { ...shown, order: '' }) !== deskAddress(store, readDeskQuery(''))) {
    return <EmptyState illustration={<NothingFound />} title={t('admin.orders_empty')} />
  }
  return (
    <EmptyState
      illustration={<EmptyOrders />}
      title={t('desk.none')}
      action={
        <LinkButton
          to={store === HOUSE ? '/admin/products' : storePath(store, 'products')}
          variant="secondary"
        >
          {t('admin.to_products')}
        </LinkButton>
      }
    >
      {t('admin.orders_none_hint')}
    </EmptyState>
  )
}

function OpenOrder({ store, shown }: { store: string; shown: DeskQuery }) {
  const client = useQueryClient()
  const id = shown.order
  const query = useQuery(storeOrderQuery(store, id))
  const resource = `store order ${id}`
  const saved = {
    onDone: (order: Awaited<ReturnType<typeof moveOrder>>) =>
      client.setQueryData(deskKeys.one(store, id), order),
    // Somebody else may have changed it; the list shows its status, too.
    onSettled: () => void client.invalidateQueries({ queryKey: deskKeys.all(store) }),
  }
  const move = useWrite({
    resource,
    write: (step: Move) => moveOrder(store, id, step),
    ...saved,
  })
  const undo = useWrite({
    resource,
    write: (event: string) => undoMove(store, id, event),
    ...saved,
  })
  const note = useWrite({
    resource,
    write: (text: string) => saveStaffNote(store, id, text),
    ...saved,
  })
  const agreed = useWrite({ resource, write: () => recordAgreement(store, id), ...saved })
  const called = useWrite({ resource, write: () => recordCall(store, id), ...saved })
  /** A change whose form shows what the server says against it. */
  async function changed(sent: ReturnType<typeof moveOrder>) {
    try {
      saved.onDone(await sent)
    } finally {
      saved.onSettled()
    }
  }
  const order = query.data
  if (order === undefined) return <OrderPlaceholder query={query} />
  const mayPrepare = order.status !== 'cancelled'
  return (
    <StoreOrderView
      store={store}
      order={order}
      backTo={deskAddress(store, { ...shown, order: '' })}
      historyTo={deskAddress(store, {
        ...shown,
        status: '',
        q: order.address.phone_nb,
        from: '',
        to: '',
        page: 1,
        order: '',
      })}
      printTo={`/store/${encodeURIComponent(store)}/print/${encodeURIComponent(id)}`}
      moving={move.busy ? (move.variables?.status ?? null) : null}
      onMove={(step) => move.sendAndWait({ ...step, version: order.version })}
      undoing={undo.busy}
      onUndo={undo.send}
      change={{
        reduce: (what) => changed(reduceOrder(store, id, { ...what, version: order.version })),
        lowerFee: (fee) => changed(lowerFee(store, id, { fee, version: order.version })),
        replaceAddress: (address) =>
          changed(replaceAddress(store, id, { address, version: order.version })),
      }}
      calling={called.busy}
      onCalled={() => called.send()}
      agreeing={agreed.busy}
      onAgreed={() => agreed.send()}
      savingNote={note.busy}
      onNote={mayPrepare ? note.send : undefined}
    />
  )
}
