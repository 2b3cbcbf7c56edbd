import { AddressLines } from '../../domain/address/AddressLines'
import { ContactLinks } from '../../domain/address/ContactLinks'
import { formatPrice } from '../../domain/money/money'
import { ShortNumber } from '../../domain/order/ShortNumber'
import { OrderRow } from '../../domain/order/OrderRow'
import { AdminPage } from '../../features/admin/AdminPage'
import {
  CUSTOMERS_PAGE,
  customerAddress,
  customerOrdersQuery,
  customerQuery,
  readCustomersQuery,
} from '../../features/admin/customers'
import { Fact, Facts } from '../../features/admin/Facts'
import { RecordPart, RecordPartWaiting } from '../../features/admin/RecordPart'
import type { components } from '../../generated/api'
import { longDate, longDateTime } from '../../lib/dates'
import { ApiError } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { useMay } from '../../lib/may'
import { useQuery } from '../../lib/query/use-query'
import { useLocation, useParams } from '../../lib/router'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { Link } from '../../ui/Link'
import { LinkButton } from '../../ui/LinkButton'
import { Pagination } from '../../ui/Pagination'
import { Skeleton } from '../../ui/Skeleton'

type CustomerAnswer = components['schemas']['CustomerAnswer']

/** One customer: who they are, their orders, where they went, what was given back and noted. */
export default function AdminCustomerScreen() {
  const t = useT()
  const { id = '' } = useParams()
  const { page } = readCustomersQuery(useLocation().search)
  const query = useQuery(customerQuery(id))
  const missing = query.error instanceof ApiError && query.error.status === 404
  return (
    <AdminPage
      title={query.data === undefined ? t('page.admin_customer') : query.data.customer.full_name}
      paged={{ page }}
    >
      {query.data !== undefined ? (
        <OneCustomer found={query.data} page={page} />
      ) : missing ? (
        <EmptyState
          illustration={<NothingFound />}
          title={t('admin.customer_gone')}
          action={<LinkButton to="/admin/customers">{t('page.admin_customers')}</LinkButton>}
        />
      ) : query.isError ? (
        <ErrorState
          title={t('admin.customers_failed')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton className="h-96 rounded-card" />
      )}
    </AdminPage>
  )
}

function OneCustomer({ found, page }: { found: CustomerAnswer; page: number }) {
  const may = useMay()
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex flex-col gap-4">
        <About found={found} />
        <Addresses found={found} />
      </div>
      <div className="flex flex-col gap-4">
        {may('manage_orders') && <Orders id={found.customer._id} page={page} />}
        {found.refunds.length > 0 && <Refunds found={found} />}
        {found.notes.length > 0 && <Notes found={found} />}
      </div>
    </div>
  )
}

function About({ found: { customer } }: { found: CustomerAnswer }) {
  const t = useT()
  return (
    <RecordPart name="about" title={t('admin.customer_about')}>
      <ContactLinks phone={customer.phone_nb} />
      <Facts>
        <Fact label={t('auth.username')}>
          <bdi dir="ltr">{customer.username}</bdi>
        </Fact>
        <Fact label={t('members.email')}>
          <bdi dir="ltr">{customer.email}</bdi>
          {!customer.email_verified && ` (${t('admin.customer_unverified')})`}
        </Fact>
        <Fact label={t('admin.customer_since')}>{longDate(t, customer.since)}</Fact>
        <Fact label={t('admin.orders')}>
          <bdi className="tabular">{customer.orders}</bdi>
        </Fact>
        <Fact label={t('admin.open_orders')}>
          <bdi className="tabular">{customer.open_orders}</bdi>
        </Fact>
        <Fact label={t('admin.customer_spent')}>
          <bdi dir="ltr" className="tabular">
            {formatPrice(customer.spent)}
          </bdi>
        </Fact>
        {customer.last_order !== undefined && (
          <Fact label={t('admin.customer_last')}>{longDateTime(t, customer.last_order)}</Fact>
        )}
      </Facts>
    </RecordPart>
  )
}

function Addresses({ found: { addresses } }: { found: CustomerAnswer }) {
  const t = useT()
  return (
    <RecordPart name="addresses" title={t('admin.customer_addresses')}>
      {addresses.length === 0 ? (
        <p className="text-sm text-muted">{t('admin.customer_no_addresses')}</p>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2">
          {addresses.map((address) => (
            <li key={Object.values(address).join('\n')} className="min-w-0 text-sm wrap-anywhere">
              <AddressLines address={address} />
            </li>
          ))}
        </ul>
      )}
    </RecordPart>
  )
}

function Orders({ id, page }: { id: string; page: number }) {
  const t = useT()
  const { data, isError } = useQuery(customerOrdersQuery(id, page))
  return (
    <RecordPart name="orders" title={t('admin.orders')}>
      {data === undefined ? (
        <RecordPartWaiting failed={isError} />
      ) : data.body.length === 0 ? (
        <p className="text-sm text-muted">{t('admin.customer_no_orders')}</p>
      ) : (
        <>
          <ul className="-mx-4 divide-y divide-line">
            {data.body.map(({ order }) => (
              <OrderRow
                key={order.number}
                order={order}
                to={orderAddress(order.number)}
                open={false}
              />
            ))}
          </ul>
          <Pagination
            page={page}
            pageCount={Math.ceil((data.total ?? 0) / CUSTOMERS_PAGE)}
            hrefFor={(next) => customerAddress(id, next)}
          />
        </>
      )}
    </RecordPart>
  )
}

function Refunds({ found: { refunds } }: { found: CustomerAnswer }) {
  const t = useT()
  return (
    <RecordPart name="refunds" title={t('refund.title')}>
      <ul className="flex flex-col gap-2 text-sm">
        {refunds.map(({ order, amount, state, at, reason }) => (
          <li key={`${order} ${at}`} className="flex flex-col">
            <span className="flex flex-wrap justify-between gap-x-3">
              <OrderLink number={order} />
              <bdi dir="ltr" className="font-semibold tabular">
                {formatPrice(amount)}
              </bdi>
            </span>
            <span className="text-muted">
              {t(`refund.state_${state}`)} · {longDateTime(t, at)}
            </span>
            {reason !== '' && <bdi>{reason}</bdi>}
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}

function Notes({ found: { notes } }: { found: CustomerAnswer }) {
  const t = useT()
  return (
    <RecordPart name="notes" title={t('admin.customer_notes')}>
      <ul className="flex flex-col gap-2 text-sm">
        {notes.map(({ order, note, at }) => (
          <li key={`${order} ${note}`} className="flex flex-col">
            <span className="flex flex-wrap justify-between gap-x-3">
              <OrderLink number={order} />
              <span className="text-muted">{longDate(t, at)}</span>
            </span>
            <bdi className="whitespace-pre-line">{note}</bdi>
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}

function OrderLink({ number }: { number: string }) {
  return (
    <Link to={orderAddress(number)} className="font-semibold text-primary underline">
      <ShortNumber number={number} />
    </Link>
  )
}

const orderAddress = (number: string) => `/admin/orders?order=${encodeURIComponent(number)}`
