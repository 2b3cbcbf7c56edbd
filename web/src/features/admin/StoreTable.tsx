import { nameOfStore } from '../../domain/store/store'
import { longDate } from '../../lib/dates'
import { useLang, useT } from '../../lib/i18n'
import { useMay } from '../../lib/may'
import { Card } from '../../ui/Card'
import { Link } from '../../ui/Link'
import type { ManagedStore } from './api'
import { Fact } from './Facts'
import { adminStoreAddress } from './stores-query'
import { StoreState } from './StoreState'

/** The stores, newest first; each leads to its page. */
export function StoreTable({ stores }: { stores: readonly ManagedStore[] }) {
  return (
    <Card flush className="overflow-hidden">
      <ul className="divide-y divide-line">
        {stores.map((managed) => (
          <StoreRow key={managed.store.id} managed={managed} />
        ))}
      </ul>
    </Card>
  )
}

function StoreRow({ managed }: { managed: ManagedStore }) {
  const t = useT()
  const may = useMay()
  const { lang } = useLang()
  const { store, owner } = managed
  return (
    <li>
      <Link
        to={adminStoreAddress(store.id)}
        className="grid gap-x-6 gap-y-1 px-4 py-3 transition-colors hover:bg-quiet lg:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(0,2fr)]"
      >
        <span className="flex flex-col items-start gap-1">
          <bdi className="font-bold">{nameOfStore(lang, store)}</bdi>
          <StoreState store={store} />
        </span>
        <span className="min-w-0 text-sm wrap-anywhere">
          <span className="block">
            <bdi>{owner.full_name}</bdi> · <bdi>{store.city}</bdi>
          </span>
          <span className="block text-muted">
            {t('admin.store_since', { date: longDate(t, managed.created_at) })}
          </span>
        </span>
        <dl className="flex flex-wrap gap-x-4 text-sm lg:flex-col">
          <Fact label={t('admin.products')}>
            <bdi className="tabular">{managed.products}</bdi>
          </Fact>
          <Fact label={t('admin.open_orders')}>
            <bdi className="tabular">{managed.open_orders}</bdi>
          </Fact>
          {may('see_licence') && (
            <Fact label={t('store.licence_no')}>
              <bdi dir="ltr">{managed.licence_no ?? t('admin.store_no_licence')}</bdi>
            </Fact>
          )}
        </dl>
      </Link>
    </li>
  )
}
