import { nameOfStore } from '../../domain/store/store'
import { useParams } from '../../lib/router'
import type { Store } from '../../features/stores/api'
import { storePath } from '../../features/stores/paths'
import { useLang, useT } from '../../lib/i18n'
import { EmptyState } from '../../ui/EmptyState'
import { EmptyStores } from '../../features/stores/EmptyStores'
import { LinkButton } from '../../ui/LinkButton'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { AddProduct } from '../product/AddProduct'
import { StoreGate } from './StoreGate'

/** A new product of a store, by its owner. */
export default function AddStoreProductScreen() {
  const { lang } = useLang()
  const t = useT()
  const { id = '' } = useParams()
  return (
    <div className="page-width pt-2 pb-8 lg:pt-4">
      <StoreGate key={id} id={id}>
        {(store) => (
          <>
            <Breadcrumb
              crumbs={[
                { label: t('store.title'), to: '/user/stores' },
                { label: nameOfStore(lang, store), to: storePath(store.id) },
                { label: t('product.add_title') },
              ]}
            />
            <h1 className="mt-1 text-2xl lg:text-3xl">{t('product.add_title')}</h1>
            <p className="mb-4 text-muted">
              {t.nodes('product.for_store', {
                store: <bdi key="store">{nameOfStore(lang, store)}</bdi>,
              })}
            </p>
            {store.status === 'approved' ? <AddProduct store={store} /> : <NotYet store={store} />}
          </>
        )}
      </StoreGate>
    </div>
  )
}

/** A store sells only once it is approved: what to wait for, or what to do. */
function NotYet({ store }: { store: Store }) {
  const t = useT()
  const rejected = store.status === 'rejected'
  return (
    <EmptyState
      illustration={<EmptyStores />}
      title={t(rejected ? 'store.rejected_title' : 'store.wait_title')}
      action={
        <LinkButton to={rejected ? storePath(store.id, 'edit') : '/user/stores'}>
          {t(rejected ? 'store.edit_title' : 'nav.my_stores')}
        </LinkButton>
      }
    >
      {t(rejected ? 'store.rejected_text' : 'store.wait_text')}
    </EmptyState>
  )
}
