import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { NoticeState } from '../../features/layout/notice'
import {
  invalidateStores,
  type Store,
  type StoreFields,
  storeToFields,
  updateStore,
} from '../../features/stores/api'
import { storePath } from '../../features/stores/paths'
import { StoreForm } from '../../features/stores/StoreForm'
import { StoreStatus } from '../../features/stores/StoreStatus'
import { ApiError } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { useLeaveGuard } from '../../lib/leave-guard'
import { Alert } from '../../ui/Alert'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { LeaveDialog } from '../../ui/LeaveDialog'
import { StoreGate } from './StoreGate'

/** Changing one's own store. */
export default function EditStoreScreen() {
  const t = useT()
  const { id = '' } = useParams()
  const [times, setTimes] = useState(0)
  return (
    <div className="page-width max-w-2xl pt-2 pb-8 lg:pt-4">
      <Breadcrumb
        crumbs={[
          { label: t('store.title'), to: '/user/stores' },
          { label: t('page.store'), to: storePath(id) },
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

function Editor({ store, onReload }: { store: Store; onReload: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const initial = storeToFields(store)
  const [typed, setTyped] = useState(false)
  const [refused, setRefused] = useState<StoreFields | null>(null)
  const guard = useLeaveGuard(typed)

  async function save(fields: StoreFields, version: number | undefined) {
    setRefused(null)
    try {
      await updateStore({ id: store.id, version }, fields)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error
      setRefused(fields)
      return
    }
    guard.release()
    await invalidateStores(client)
    const state: NoticeState = { notice: { tone: 'success', key: 'done.store_updated' } }
    await navigate(storePath(store.id), { state })
  }

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
              {/* Without a version the last to save wins, which is what was asked for here. */}
              <Button variant="secondary" onClick={() => void save(refused, undefined)}>
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
      <StoreForm
        initial={initial}
        save={(fields) => save(fields, store.version)}
        onTyped={() => setTyped(true)}
      />
      <LeaveDialog guard={guard} />
    </>
  )
}
