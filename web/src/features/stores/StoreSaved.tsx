import { nameOfStore } from '../../domain/store/store'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLang, useT } from '../../lib/i18n'
import { EmptyStores } from './EmptyStores'
import type { Store } from './api'
import { StoreStatus } from './StoreStatus'

/** Says that a new store is saved, what happens now and where to go on. */
export function StoreSaved({ store, actions }: { store: Store; actions: ReactNode }) {
  const t = useT()
  const { lang } = useLang()
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone; the good news takes it.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div role="status" className="flex flex-col items-center gap-3 py-6 text-center">
      <EmptyStores />
      <h1 ref={heading} tabIndex={-1} className="text-2xl">
        {store.status === 'approved' ? t('done.saved') : t('store.saved_title')}
      </h1>
      <StoreStatus store={store} />
      <p className="max-w-md text-muted">
        {t.nodes('store.saved_text', { name: <bdi key="name">{nameOfStore(lang, store)}</bdi> })}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>
    </div>
  )
}
