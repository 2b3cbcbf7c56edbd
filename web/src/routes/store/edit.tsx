import { nameOfStore } from '../../domain/store/store'
import { useState } from 'react'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useNavigate, useParams } from '../../lib/router'
import type { NoticeState } from '../../features/layout/notice'
import {
  invalidateStores,
  type Store,
  type StoreFields,
  type StoreTimes,
  storeQuery,
  storeToFields,
  updateStore,
} from '../../features/stores/api'
import { storePath } from '../../features/stores/paths'
import { LicenceUpload } from '../../features/stores/LicenceUpload'
import { StoreForm } from '../../features/stores/StoreForm'
import { StoreStatus } from '../../features/stores/StoreStatus'
import { ApiError, errorText } from '../../lib/errors'
import { useLang, useT } from '../../lib/i18n'
import { useLeaveGuard } from '../../lib/leave-guard'
import { Alert } from '../../ui/Alert'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { LeaveDialog } from '../../ui/LeaveDialog'
import { useWrite } from '../../ui/use-write'
import { StoreGate } from './StoreGate'

/** Changing one's own store. */
export default function EditStoreScreen() {
  const t = useT()
  const { lang } = useLang()
  const { id = '' } = useParams()
  const store = useQuery(storeQuery(id))
  const [times, setTimes] = useState(0)
  return (
    <div className="page-width max-w-2xl pt-2 pb-8 lg:pt-4">
      <Breadcrumb
        crumbs={[
          { label: t('store.title'), to: '/user/stores' },
          {
            label: store.data === undefined ? t('page.store') : nameOfStore(lang, store.data.store),
            to: storePath(id),
          },
          { label: t('store.edit_title') },
        ]}
      />
      <Card className="mt-2">
        <StoreGate key={id} id={id}>
          {(store, reload) => (
            <Editor
              key={times}
              store={store}
              onReload={() => void reload().then(() => setTimes(times + 1))}
            />
          )}
        </StoreGate>
      </Card>
    </div>
  )
}

/** What the form holds. */
interface Typed {
  fields: StoreFields
  times: StoreTimes
}

function Editor({ store, onReload }: { store: Store; onReload: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const initial = storeToFields(store)
  const [typed, setTyped] = useState(false)
  const [refused, setRefused] = useState<Typed | null>(null)
  const guard = useLeaveGuard(typed)

  async function save({ fields, times }: Typed, version: number | undefined) {
    await updateStore({ id: store.id, version }, fields, times)
    guard.release()
    await invalidateStores(client)
    const state: NoticeState = { notice: { tone: 'success', key: 'done.store_updated' } }
    navigate(storePath(store.id), { state })
  }

  async function saveUnlessChanged(fields: StoreFields, times: StoreTimes) {
    setRefused(null)
    mine.reset()
    try {
      await save({ fields, times }, store.version)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error
      setRefused({ fields, times })
    }
  }

  // Without a version the last to save wins, which is what was asked for here.
  const mine = useWrite({
    resource: `store ${store.id}`,
    write: (all: Typed) => save(all, undefined),
    onFailed: () => {},
  })

  return (
    <>
      <h1 className="text-2xl">{t('store.edit_title')}</h1>
      <div className="mt-2 mb-4">
        <StoreStatus store={store} />
      </div>
      {refused !== null && (
        <Alert
          tone="warning"
          title={t('store.changed_title')}
          className="mb-4"
          action={
            <div className="flex flex-wrap gap-2">
              <Button variant="secondary" busy={mine.busy} onClick={() => mine.send(refused)}>
                {t('store.save_mine')}
              </Button>
              <Button variant="quiet" onClick={onReload}>
                {t('common.reload')}
              </Button>
            </div>
          }
        >
          {t('store.changed_text')}
        </Alert>
      )}
      {mine.failure !== null && (
        <Alert tone="error" className="mb-4">
          {`${errorText(t, mine.failure)}. ${t('common.typed_kept')}`}
        </Alert>
      )}
      <StoreForm
        initial={initial}
        existing={{
          times: {
            hours: store.opening_hours ?? [],
            holidays: store.holidays ?? [],
            answerMinutes: store.answer_minutes ?? 0,
            prepare: String(store.prepare_minutes ?? ''),
            window: String(store.delivery_window_minutes ?? ''),
          },
          hasLicenceNo: store.has_licence_no === true,
        }}
        save={saveUnlessChanged}
        onTyped={() => setTyped(true)}
      />
      <div className="mt-6 border-t border-line pt-4">
        <LicenceUpload store={store} />
      </div>
      <LeaveDialog guard={guard} />
    </>
  )
}
