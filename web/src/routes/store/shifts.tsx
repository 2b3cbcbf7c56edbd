import { HOUSE } from '../../domain/store/house'
import { nameOfStore } from '../../domain/store/store'
import { useState } from 'react'
import { useSession } from '../../features/session/api'
import {
  countShift,
  openShift,
  recordMovement,
  reportFile,
  reportQuery,
  type ReportRow,
  type ShiftAnswer,
  shiftKeys,
  shiftQuery,
  SHIFTS_PAGE,
  shiftsQuery,
  signShiftOff,
} from '../../features/shifts/api'
import { OpenShiftForm } from '../../features/shifts/OpenShiftForm'
import { ReportView } from '../../features/shifts/ReportView'
import { ShiftList } from '../../features/shifts/ShiftList'
import { ShiftView } from '../../features/shifts/ShiftView'
import { storeQuery } from '../../features/stores/api'
import { storePath } from '../../features/stores/paths'
import { isoDay } from '../../lib/dates'
import { ApiError } from '../../lib/errors'
import { useLang, useT } from '../../lib/i18n'
import { newKey } from '../../lib/key'
import { pageText, readPage } from '../../lib/list-address'
import { readQuery, writeQuery } from '../../lib/query-string'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useLocation, useNavigate, useParams } from '../../lib/router'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Card } from '../../ui/Card'
import { ErrorState } from '../../ui/ErrorState'
import { Link } from '../../ui/Link'
import { LinkButton } from '../../ui/LinkButton'
import { Pagination } from '../../ui/Pagination'
import { Spinner } from '../../ui/Spinner'
import { useWrite } from '../../ui/use-write'
import { NotYours } from './NotYours'

/** Couriers' shifts of a store: floats, counts, sign-off and reports. */
export default function ShiftsScreen() {
  const { id = '' } = useParams()
  const query = readQuery(useLocation().search)
  const open = query.get('shift') ?? ''
  return (
    <div className="page-width flex flex-col gap-4 pt-2 pb-8 lg:pt-4">
      {open === '' ? (
        <Shifts key={id} store={id} page={readPage(query)} />
      ) : (
        <OneShift key={open} store={id} shift={open} />
      )}
    </div>
  )
}

function addressOf(store: string, query: string): string {
  return `${storePath(store, 'shifts')}${query}`
}

function Shifts({ store, page }: { store: string; page: number }) {
  const t = useT()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [key, setKey] = useState(newKey)
  const list = useQuery(shiftsQuery(store, page))
  const { lang } = useLang()
  const known = useQuery({ ...storeQuery(store), enabled: store !== HOUSE })
  const open = useWrite({
    resource: `shifts ${store}`,
    write: (opening: Omit<Parameters<typeof openShift>[1], 'key'>) =>
      openShift(store, { ...opening, key }),
    onDone: ({ shift }) => {
      setKey(newKey())
      navigate(addressOf(store, `?shift=${shift._id}`))
    },
    onSettled: () => void client.invalidateQueries({ queryKey: shiftKeys.all(store) }),
  })
  if (list.error instanceof ApiError && [401, 403, 404].includes(list.error.status)) {
    return <NotYours error={list.error} />
  }
  return (
    <>
      <Breadcrumb
        crumbs={[
          ...(store === HOUSE
            ? [{ label: t('admin.orders'), to: '/admin/orders' }]
            : [
                { label: t('store.title'), to: '/user/stores' },
                {
                  label:
                    known.data === undefined
                      ? t('page.store')
                      : nameOfStore(lang, known.data.store),
                  to: storePath(store),
                },
              ]),
          { label: t('shift.title') },
        ]}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl lg:text-3xl">{t('shift.title')}</h1>
        <LinkButton to={storePath(store, 'shift')} variant="secondary">
          {t('shift.mine')}
        </LinkButton>
      </div>
      {list.data === undefined ? (
        list.isError ? (
          <ErrorState
            title={t('shift.load_failed')}
            busy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <Spinner label={t('common.loading')} />
        )
      ) : (
        <>
          <OpenShiftForm
            couriers={list.data.couriers}
            busy={open.busy}
            onOpen={(courier, float) => open.send({ courier, float })}
          />
          {list.data.shifts.length > 0 && (
            <Card flush className="overflow-hidden">
              <ShiftList
                shifts={list.data.shifts}
                addressOf={(shift) => addressOf(store, `?shift=${shift}`)}
              />
            </Card>
          )}
          <Pagination
            page={page}
            pageCount={Math.ceil(list.data.total / SHIFTS_PAGE)}
            hrefFor={(to) => addressOf(store, writeQuery([['page', pageText(to)]]))}
          />
          <Report store={store} />
        </>
      )}
    </>
  )
}

/** A day in Lebanon, as the report counts days, so many days ago. */
function dayBefore(days: number): string {
  return isoDay(new Date(Date.now() - days * 86_400_000).toISOString())
}

const noRows: readonly ReportRow[] = []

function Report({ store }: { store: string }) {
  const [days, setDays] = useState(() => ({ from: dayBefore(6), to: dayBefore(0) }))
  const isPeriod = days.from !== '' && days.to !== '' && days.from <= days.to
  const report = useQuery({ ...reportQuery(store, days), enabled: isPeriod })
  return (
    <ReportView
      rows={isPeriod ? report.data?.rows : noRows}
      failure={
        isPeriod && report.data === undefined && report.isError
          ? { busy: report.isFetching, onRetry: () => void report.refetch() }
          : undefined
      }
      days={days}
      stores={store === HOUSE}
      file={() => reportFile(store, days)}
      onDays={setDays}
    />
  )
}

/** A change of a shift, and the order or the step that it is about. */
interface ShiftChange {
  about: string
  work: () => Promise<ShiftAnswer>
}

function OneShift({ store, shift }: { store: string; shift: string }) {
  const t = useT()
  const client = useQueryClient()
  const session = useSession()
  const query = useQuery(shiftQuery(store, shift))
  const change = useWrite({
    resource: `shift ${shift}`,
    write: ({ work }: ShiftChange) => work(),
    about: ({ about }) => about,
    onDone: (answer) => client.setQueryData(shiftKeys.one(store, shift), answer),
    onSettled: () => void client.invalidateQueries({ queryKey: shiftKeys.all(store) }),
  })
  if (query.data === undefined) {
    if (query.error instanceof ApiError && [401, 403, 404].includes(query.error.status)) {
      return <NotYours error={query.error} />
    }
    if (!query.isError) return <Spinner label={t('common.loading')} />
    return (
      <ErrorState
        title={t('shift.load_failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return (
    <>
      <Link
        to={addressOf(store, '')}
        className="inline-flex min-h-11 items-center self-start font-semibold text-primary hover:underline"
      >
        {t('shift.title')}
      </Link>
      <ShiftView
        answer={query.data}
        own={session.state === 'user' && session.user.id === query.data.shift.courier._id}
        busy={change.busy}
        onMovement={(movement) => {
          const key = newKey()
          change.send({
            about: movement.fulfilment ?? movement.kind,
            work: () => recordMovement(store, shift, { ...movement, key }),
          })
        }}
        onCount={(counted, reason) => {
          const key = newKey()
          change.send({
            about: 'count',
            work: () =>
              countShift(store, shift, { key, counted, ...(reason === '' ? {} : { reason }) }),
          })
        }}
        onSignOff={(version) => {
          const key = newKey()
          change.send({
            about: 'sign-off',
            work: () => signShiftOff(store, shift, { key, version }),
          })
        }}
      />
    </>
  )
}
