import type { OrderStatus } from '../../domain/order/order-status'
import { OrderPlaceholder } from '../../domain/order/OrderPlaceholder'
import { OrderRowsSkeleton } from '../../domain/order/OrderRowsSkeleton'
import { useCallback } from 'react'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useLocation, useNavigate } from '../../lib/router'
import {
  ADMIN_ORDERS_PAGE,
  adminOrderKeys,
  adminOrderQuery,
  adminOrdersQuery,
  changeOrderStatus,
  recordOrderCall,
} from '../../features/admin-orders/api'
import { useNewOrders } from '../../features/admin-orders/new-orders'
import {
  type OrdersQuery,
  ordersAddress,
  readOrdersQuery,
} from '../../features/admin-orders/orders-query'
import { OrderFilters } from '../../features/admin-orders/OrderFilters'
import { OrderList } from '../../features/admin-orders/OrderList'
import { AdminOrderView } from '../../features/admin-orders/AdminOrderView'
import { useT } from '../../lib/i18n'
import { useResultsInView } from '../../lib/results-in-view'
import { Alert } from '../../ui/Alert'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { EmptyOrders } from '../../domain/order/EmptyOrders'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { Link } from '../../ui/Link'
import { LinkButton } from '../../ui/LinkButton'
import { Pagination } from '../../ui/Pagination'
import { useToast } from '../../ui/Toast'
import { useWrite } from '../../ui/use-write'
import { AdminGate } from '../../features/admin/AdminGate'
import { AdminNavWithCount } from '../../features/admin/AdminPage'

/** Every order as it comes in, and what to do with it. A phone shows the list or the open order. */
export default function AdminOrdersScreen() {
  return (
    <AdminGate>
      <Orders />
    </AdminGate>
  )
}

function Orders() {
  const t = useT()
  const navigate = useNavigate()
  const { search } = useLocation()
  const shown = readOrdersQuery(search)
  const open = shown.order !== ''
  const heading = useResultsInView<HTMLHeadingElement>({
    page: shown.page,
    filters: ordersAddress({ ...shown, page: 1, order: '' }),
  })
  return (
    <div className="page-width flex flex-col gap-4 pb-8">
      <div className={cx(open && 'max-lg:hidden')}>
        <AdminNavWithCount />
      </div>
      {/* On a phone the open order has the screen to itself; the page keeps its name. */}
      <div className={cx('flex flex-wrap items-baseline gap-x-3', open && 'max-lg:sr-only')}>
        <h1 ref={heading} tabIndex={-1} className="text-2xl lg:text-3xl">
          {t('admin.orders')}
        </h1>
        <p className="text-sm text-muted">{t('admin.orders_live')}</p>
        <Link
          to="/store/house/orders"
          className="inline-flex min-h-11 items-center font-semibold text-primary hover:underline"
        >
          {t('desk.house')}
        </Link>
        <Link
          to="/store/house/shifts"
          className="inline-flex min-h-11 items-center font-semibold text-primary hover:underline"
        >
          {t('shift.title')}
        </Link>
      </div>
      <div className={cx(open && 'max-lg:hidden')}>
        <OrderFilters
          query={shown}
          onFilter={(change) =>
            navigate(ordersAddress({ ...shown, ...change, page: 1, order: '' }))
          }
        />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-6">
        <div className={cx('flex min-w-0 flex-col gap-4', open && 'max-lg:hidden')}>
          <List query={shown} />
        </div>
        <Card className={cx('min-w-0 lg:sticky lg:top-24', !open && 'max-lg:hidden')}>
          {open ? (
            <OpenOrder
              key={shown.order}
              number={shown.order}
              backTo={ordersAddress({ ...shown, order: '' })}
            />
          ) : (
            <EmptyState illustration={<EmptyOrders />} title={t('admin.orders_choose')} />
          )}
        </Card>
      </div>
    </div>
  )
}

function List({ query: shown }: { query: OrdersQuery }) {
  const t = useT()
  const toast = useToast()
  const query = useQuery(adminOrdersQuery(shown))
  const tell = useCallback(
    (count: number) => toast({ text: t('admin.orders_new', { count }), tone: 'info' }),
    [toast, t],
  )
  // While the next list is on its way the last one is still shown; its orders are no news.
  useNewOrders(
    `${shown.status}/${shown.q}/${shown.from}/${shown.to}/${shown.page}`,
    query.isPlaceholderData ? undefined : query.data?.body,
    tell,
  )

  if (query.data === undefined) {
    if (!query.isError) return <OrderRowsSkeleton />
    return (
      <ErrorState
        title={t('admin.orders_load_failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const { body: orders, total = 0 } = query.data
  return (
    <>
      {query.isError && <Alert tone="warning">{t('admin.orders_stale')}</Alert>}
      {orders.length === 0 ? (
        <NoOrders narrowed={ordersAddress({ ...shown, order: '' }) !== '/admin/orders'} />
      ) : (
        <Card flush className="overflow-hidden">
          <OrderList orders={orders} query={shown} />
        </Card>
      )}
      <Pagination
        page={shown.page}
        pageCount={Math.ceil(total / ADMIN_ORDERS_PAGE)}
        hrefFor={(page) => ordersAddress({ ...shown, page, order: '' })}
      />
    </>
  )
}

/** Nothing that matches, or no order at all: then what to do first. */
function NoOrders({ narrowed }: { narrowed: boolean }) {
  const t = useT()
  if (narrowed) {
    return <EmptyState illustration={<NothingFound />} title={t('admin.orders_empty')} />
  }
  return (
    <EmptyState
      illustration={<EmptyOrders />}
      title={t('admin.orders_none')}
      action={
        <LinkButton to="/admin/products" variant="secondary">
          {t('admin.to_products')}
        </LinkButton>
      }
    >
      {t('admin.orders_none_hint')}
    </EmptyState>
  )
}

function OpenOrder({ number, backTo }: { number: string; backTo: string }) {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const query = useQuery(adminOrderQuery(number))
  // Someone else may have moved it; the list shows its status too.
  const onSettled = () => void client.invalidateQueries({ queryKey: adminOrderKeys.all })
  const move = useWrite({
    resource: `order ${number}`,
    write: ({ status, note }: { status: OrderStatus; note: string }) =>
      changeOrderStatus(number, status, note),
    onDone: (moved, { status }) => {
      client.setQueryData(adminOrderKeys.one(number), moved)
      toast({ text: t('admin.order_moved', { number, status: t(`order.status_${status}`) }) })
    },
    onSettled,
  })
  const called = useWrite({
    resource: `order ${number}`,
    write: () => recordOrderCall(number),
    onDone: (confirmed) => client.setQueryData(adminOrderKeys.one(number), confirmed),
    onSettled,
  })

  if (query.data === undefined) return <OrderPlaceholder query={query} />
  return (
    <AdminOrderView
      shown={query.data}
      backTo={backTo}
      moving={move.busy ? (move.variables?.status ?? null) : null}
      onMove={(status, note) => move.sendAndWait({ status, note })}
      calling={called.busy}
      onCalled={() => called.send()}
    />
  )
}
