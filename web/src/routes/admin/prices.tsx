import { useEffect } from 'react'
import { AdminPage } from '../../features/admin/AdminPage'
import {
  applyPriceList,
  cancelPriceList,
  type PriceListKind,
  priceListKinds,
  priceListQuery,
  priceListsKey,
  priceListsQuery,
} from '../../features/admin/price-lists'
import { PriceListUpload } from '../../features/admin/PriceListUpload'
import {
  type PriceListDecision,
  PriceListHeading,
  PriceListView,
} from '../../features/admin/PriceListView'
import { useT } from '../../lib/i18n'
import { pageText, readPage } from '../../lib/list-address'
import { readQuery, writeQuery } from '../../lib/query-string'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useLocation, useNavigate } from '../../lib/router'
import { Card } from '../../ui/Card'
import { ErrorState } from '../../ui/ErrorState'
import { Link } from '../../ui/Link'
import { Skeleton } from '../../ui/Skeleton'
import { useToast } from '../../ui/Toast'
import { useWrite } from '../../ui/use-write'

/** Official price lists: brought in, compared, approved. */
export default function AdminPricesScreen() {
  const t = useT()
  const id = readQuery(useLocation().search).get('list') ?? ''
  return (
    <AdminPage title={t('page.admin_prices')}>
      {id === '' ? <PriceLists /> : <OnePriceList key={id} id={id} />}
    </AdminPage>
  )
}

const addressOf = (list: string, kind: PriceListKind = 'changed', page = 1) =>
  `/admin/prices${writeQuery([
    ['list', list],
    ['kind', kind === 'changed' ? '' : kind],
    ['page', pageText(page)],
  ])}`

/** The day in the shop's own time zone, as a date field wants it. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Beirut' }).format(new Date())

function PriceLists() {
  const t = useT()
  const navigate = useNavigate()
  const query = useQuery(priceListsQuery())
  return (
    <div className="flex flex-col gap-5">
      <PriceListUpload today={today()} onCompared={(list) => navigate(addressOf(list._id))} />
      <section aria-labelledby="price-lists" className="flex flex-col gap-3">
        <h2 id="price-lists" className="text-lg">
          {t('prices.earlier')}
        </h2>
        {query.data === undefined &&
          (query.isError ? (
            <ErrorState
              title={t('prices.failed')}
              busy={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <Skeleton className="h-24 rounded-card" />
          ))}
        {query.data?.length === 0 && <p className="text-muted">{t('prices.none')}</p>}
        {query.data?.map((list) => (
          <Link key={list._id} to={addressOf(list._id)} className="block">
            <Card className="hover:border-primary">
              <PriceListHeading list={list} />
            </Card>
          </Link>
        ))}
      </section>
    </div>
  )
}

function OnePriceList({ id }: { id: string }) {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const search = readQuery(useLocation().search)
  const kind = priceListKinds.find((one) => one === search.get('kind')) ?? 'changed'
  const page = readPage(search)
  const query = useQuery(priceListQuery(id, kind, page))
  const said = ({ code }: { code: string }) =>
    toast({ text: t.maybe(`done.${code}`) ?? t('page.admin_prices') })
  const onSettled = () => client.invalidateQueries({ queryKey: priceListsKey })
  const apply = useWrite({
    resource: 'price-list',
    write: (decision: PriceListDecision) => applyPriceList(id, decision),
    onDone: said,
    onSettled,
  })
  const cancel = useWrite({
    resource: 'price-list',
    write: () => cancelPriceList(id),
    onDone: said,
    onSettled,
  })

  // A list that was applied has changed what every list of products shows.
  const applied = query.data?.list.state === 'applied'
  useEffect(() => {
    if (applied) void client.invalidateQueries({ queryKey: ['admin'] })
  }, [applied, client])

  return (
    <div className="flex flex-col gap-4">
      <Link
        to="/admin/prices"
        className="inline-flex min-h-11 items-center self-start font-semibold text-primary hover:underline"
      >
        {t('prices.back')}
      </Link>
      {query.data === undefined ? (
        query.isError ? (
          <ErrorState
            title={t('prices.failed')}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Skeleton className="h-64 rounded-card" />
        )
      ) : (
        <PriceListView
          list={query.data.list}
          rows={query.data.rows}
          total={query.data.total}
          pageSize={query.data.page_size}
          kind={kind}
          page={page}
          hrefFor={(nextKind, nextPage) => addressOf(id, nextKind, nextPage)}
          busy={apply.busy || cancel.busy}
          onApply={(decision) => apply.send(decision)}
          onCancel={() => cancel.send()}
        />
      )}
    </div>
  )
}
