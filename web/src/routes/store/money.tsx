import { Download, Printer } from 'lucide-react'
import { nameOfStore } from '../../domain/store/store'
import {
  periodAddress,
  readPeriod,
  STATEMENT_PAGE,
  statementFile,
  type StatementPeriod,
  statementQuery,
} from '../../features/store-money/api'
import { StatementView } from '../../features/store-money/StatementView'
import { storeQuery } from '../../features/stores/api'
import { storePath } from '../../features/stores/paths'
import { ApiError } from '../../lib/errors'
import { useLang, useT } from '../../lib/i18n'
import { useQuery } from '../../lib/query/use-query'
import { useResultsInView } from '../../lib/results-in-view'
import { useLocation, useNavigate, useParams } from '../../lib/router'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Button } from '../../ui/Button'
import { buttonStyle } from '../../ui/button-style'
import { ErrorState } from '../../ui/ErrorState'
import { Pagination } from '../../ui/Pagination'
import { Skeleton } from '../../ui/Skeleton'
import { TextInput } from '../../ui/TextInput'
import { NotYours } from './NotYours'

/** What the shop owes a store, by period: on screen, as a file and on paper. */
export default function StoreMoneyScreen() {
  const t = useT()
  const { lang } = useLang()
  const { id = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const period = readPeriod(search)
  const store = useQuery(storeQuery(id))
  const statement = useQuery(statementQuery(id, period))
  const heading = useResultsInView<HTMLHeadingElement>({
    page: period.page,
    filters: periodAddress(id, { ...period, page: 1 }),
  })
  if (
    statement.error instanceof ApiError &&
    [401, 403, 404].includes(statement.error.status ?? 0)
  ) {
    return <NotYours error={statement.error} />
  }
  const name = store.data === undefined ? t('page.store') : nameOfStore(lang, store.data.store)
  const show = (change: Partial<StatementPeriod>) =>
    navigate(periodAddress(id, { ...period, ...change, page: 1 }))
  return (
    <div className="page-width flex max-w-4xl flex-col gap-4 pt-2 pb-8 lg:pt-4 print:p-0">
      <div className="print:hidden">
        <Breadcrumb
          crumbs={[
            { label: t('store.title'), to: '/user/stores' },
            { label: name, to: storePath(id) },
            { label: t('page.store_money') },
          ]}
        />
      </div>
      <h1 ref={heading} tabIndex={-1} className="text-2xl lg:text-3xl">
        {t.nodes('ledger.statement_of', { store: <bdi key="store">{name}</bdi> })}
      </h1>
      <div className="flex flex-wrap items-end gap-3">
        <TextInput
          name="from"
          type="date"
          label={t('ledger.from')}
          value={period.from === '' ? (statement.data?.from ?? '') : period.from}
          onChange={(event) => show({ from: event.target.value })}
        />
        <TextInput
          name="to"
          type="date"
          label={t('ledger.to')}
          value={period.to === '' ? (statement.data?.to ?? '') : period.to}
          onChange={(event) => show({ to: event.target.value })}
        />
        <div className="flex flex-wrap gap-2 print:hidden">
          <a
            href={statementFile(id, period)}
            download
            className={buttonStyle({ variant: 'secondary' })}
          >
            <Download aria-hidden="true" className="size-5" />
            {t('ledger.export')}
          </a>
          <Button variant="secondary" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-5" />
            {t('ledger.print')}
          </Button>
        </div>
      </div>
      {statement.data === undefined ? (
        statement.isError ? (
          <ErrorState
            title={t('ledger.failed')}
            busy={statement.isFetching}
            onRetry={() => void statement.refetch()}
          />
        ) : (
          <Skeleton className="h-64 rounded-card" />
        )
      ) : (
        <>
          <StatementView statement={statement.data} />
          <div className="print:hidden">
            <Pagination
              page={period.page}
              pageCount={Math.ceil(statement.data.total / STATEMENT_PAGE)}
              hrefFor={(page) => periodAddress(id, { ...period, page })}
            />
          </div>
        </>
      )}
    </div>
  )
}
