import { useT } from '../../lib/i18n'
import { phoneText } from '../../lib/phone'
import type { ManagedStore } from './api'
import { Fact } from './Facts'

/** Whom a store belongs to, where it is and how to call it: lines among the other facts. */
export function StoreContactFacts({ managed: { store, owner } }: { managed: ManagedStore }) {
  const t = useT()
  return (
    <>
      <Fact label={t('admin.owner')}>
        <bdi>{owner.full_name}</bdi> · <bdi dir="ltr">{owner.email}</bdi>
      </Fact>
      <Fact label={t('admin.address')}>
        <bdi>{store.building}</bdi> · <bdi>{store.street}</bdi> · <bdi>{store.city}</bdi> ·{' '}
        <bdi>{store.state}</bdi>
      </Fact>
      <Fact label={t('store.phone_nb')}>
        <bdi dir="ltr" className="tabular">
          {phoneText(store.phone_nb)}
        </bdi>
      </Fact>
    </>
  )
}
