import { HOUSE } from '../../domain/store/house'
import { nameOfStore } from '../../domain/store/store'
import { useEffect } from 'react'
import { useSession } from '../../features/session/api'
import { myShiftQuery } from '../../features/shifts/api'
import { MyShiftView } from '../../features/shifts/MyShiftView'
import { dequeue, enqueue, savedShift, saveShift } from '../../features/shifts/queue'
import { useSendQueue } from '../../features/shifts/use-send-queue'
import { storeQuery } from '../../features/stores/api'
import { storePath } from '../../features/stores/paths'
import { ApiError } from '../../lib/errors'
import { useLang, useT } from '../../lib/i18n'
import { useQuery } from '../../lib/query/use-query'
import { useParams } from '../../lib/router'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { ErrorState } from '../../ui/ErrorState'
import { Spinner } from '../../ui/Spinner'
import { NotYours } from './NotYours'

/** A courier's own shift. */
export default function MyShiftScreen() {
  const { id = '' } = useParams()
  const t = useT()
  const { lang } = useLang()
  const session = useSession()
  const known = useQuery({ ...storeQuery(id), enabled: id !== HOUSE })
  return (
    <div className="page-width flex max-w-2xl flex-col gap-4 pt-2 pb-8 lg:pt-4">
      <Breadcrumb
        crumbs={[
          ...(id === HOUSE
            ? [{ label: t('desk.title'), to: storePath(HOUSE, 'orders') }]
            : [
                { label: t('store.title'), to: '/user/stores' },
                {
                  label:
                    known.data === undefined
                      ? t('page.store')
                      : nameOfStore(lang, known.data.store),
                  to: storePath(id),
                },
              ]),
          { label: t('shift.mine') },
        ]}
      />
      <h1 className="text-2xl lg:text-3xl">{t('shift.mine')}</h1>
      {session.state === 'user' ? (
        <Mine key={id} store={id} owner={session.user.id} />
      ) : (
        <Spinner label={t('common.loading')} />
      )}
    </div>
  )
}

function Mine({ store, owner }: { store: string; owner: string }) {
  const t = useT()
  const query = useQuery(myShiftQuery(store, savedShift(owner, store)))
  const queue = useSendQueue(owner, store)
  const { data, isPlaceholderData } = query
  useEffect(() => {
    if (data !== undefined && !isPlaceholderData) saveShift(owner, store, data)
  }, [data, isPlaceholderData, owner, store])
  if (query.error instanceof ApiError && [401, 403, 404].includes(query.error.status)) {
    return <NotYours error={query.error} />
  }
  // Without a line the shift as it was last seen is still good to work with.
  const mine = data ?? savedShift(owner, store)
  if (mine === undefined) {
    if (!query.isError) return <Spinner label={t('common.loading')} />
    return (
      <ErrorState
        title={t('shift.load_failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const shift = mine.shift?._id ?? ''
  return (
    <MyShiftView
      mine={mine}
      queue={queue}
      onMovement={(movement) => enqueue(owner, store, shift, movement)}
      onRead={(key) => dequeue(owner, key)}
    />
  )
}
