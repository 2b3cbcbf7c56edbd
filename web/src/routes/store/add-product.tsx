import { useParams } from 'react-router'
import { storePath } from '../../features/stores/paths'
import { useT } from '../../lib/i18n'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { AddProduct } from '../compose/AddProduct'
import { StoreGate } from '../compose/StoreGate'

/** A new product of a store, by its owner. */
export function Screen() {
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
                { label: store.name, to: storePath(store.id) },
                { label: t('product.add_title') },
              ]}
            />
            <h1 className="mt-1 text-2xl lg:text-3xl">{t('product.add_title')}</h1>
            <p className="mb-4 text-muted">
              {t.nodes('product.for_store', { store: <bdi key="store">{store.name}</bdi> })}
            </p>
            <AddProduct store={store} />
          </>
        )}
      </StoreGate>
    </div>
  )
}
