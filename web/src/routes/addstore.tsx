import { useState } from 'react'
import { useQueryClient } from '../lib/query/QueryClientProvider'
import { useNavigate } from '../lib/router'
import type { NoticeState } from '../features/layout/notice'
import { useSession } from '../features/session/api'
import { signInPath } from '../features/session/next-path'
import {
  addStore,
  emptyStore,
  invalidateStores,
  type Store,
  type StoreFields,
} from '../features/stores/api'
import { deleteStoreDraft, saveStoreDraft, readStoreDraft } from '../features/stores/draft'
import { storePath } from '../features/stores/paths'
import { LicenceUpload } from '../features/stores/LicenceUpload'
import { StoreForm } from '../features/stores/StoreForm'
import { StoreSaved } from '../features/stores/StoreSaved'
import { useT } from '../lib/i18n'
import { Alert } from '../ui/Alert'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { LinkButton } from '../ui/LinkButton'

/** A new store. Anybody may fill in the form; saving it asks who it belongs to. */
export default function AddStoreScreen() {
  const t = useT()
  const [saved, setSaved] = useState<Store | null>(null)
  if (saved !== null) {
    return (
      <Page>
        <StoreSaved
          store={saved}
          actions={
            <>
              <LinkButton to="/user/stores">{t('nav.my_stores')}</LinkButton>
              <LinkButton to={storePath(saved.id)} variant="secondary">
                {t('store.view')}
              </LinkButton>
              <Button variant="quiet" onClick={() => setSaved(null)}>
                {t('store.add_another')}
              </Button>
            </>
          }
        />
        <div className="border-t border-line pt-4">
          <LicenceUpload store={saved} />
        </div>
      </Page>
    )
  }
  return (
    <Page>
      <h1 className="text-2xl">{t('store.add_title')}</h1>
      <p className="mt-1 mb-4 text-muted">{t('store.intro')}</p>
      <NewStore onSaved={setSaved} />
    </Page>
  )
}

function Page({ children }: { children: React.ReactNode }) {
  return (
    <div className="page-width max-w-2xl py-6 lg:py-8">
      <Card>{children}</Card>
    </div>
  )
}

function NewStore({ onSaved }: { onSaved: (store: Store) => void }) {
  const t = useT()
  const session = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [draft] = useState(readStoreDraft)

  async function save(fields: StoreFields) {
    saveStoreDraft(fields)
    if (session.state === 'visitor') {
      const state: NoticeState = { notice: { tone: 'info', key: 'access.login_needed' } }
      navigate(signInPath('/addstore'), { state })
      return
    }
    const store = await addStore(fields)
    deleteStoreDraft()
    await invalidateStores(client)
    onSaved(store)
  }

  return (
    <>
      {session.state === 'visitor' && (
        <Alert tone="info" className="mb-4">
          {t('store.sign_in_note')}
        </Alert>
      )}
      {session.state === 'user' && draft !== null && (
        <Alert tone="info" className="mb-4">
          {t('store.draft_back')}
        </Alert>
      )}
      <StoreForm initial={draft ?? emptyStore} save={save} onTyped={saveStoreDraft} />
    </>
  )
}
