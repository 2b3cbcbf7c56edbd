import { Banknote, Boxes, ClipboardList, Pencil, Plus, Users, Wallet } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { LinkButton } from '../../ui/LinkButton'
import type { Store } from './api'
import { storePath } from './paths'

interface StoreActionsProps {
  store: Pick<Store, 'id' | 'status' | 'role'>
  /** What the reader may do there; without it the role says so. */
  may?: readonly string[] | undefined
}

/** What the people of a store can do with it, at the foot of its card. Products wait until it is approved. */
export function StoreActions({ store: { id, status, role }, may }: StoreActionsProps) {
  const t = useT()
  const owns = role === undefined || role === 'owner'
  const allows = (action: string, byRole: boolean) => may?.includes(action) ?? byRole
  return (
    <div className="mt-auto grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-2 *:first:col-span-full sm:flex sm:flex-wrap">
      {status === 'approved' && allows('see_store_orders', true) && (
        <LinkButton to={storePath(id, 'orders')}>
          <ClipboardList aria-hidden="true" className="size-5" />
          {t('desk.title')}
        </LinkButton>
      )}
      {status === 'approved' && (
        <LinkButton
          to={storePath(id, allows('manage_shifts', role !== 'courier') ? 'shifts' : 'shift')}
          variant="secondary"
        >
          <Banknote aria-hidden="true" className="size-5" />
          {allows('manage_shifts', role !== 'courier') ? t('shift.title') : t('shift.mine')}
        </LinkButton>
      )}
      {allows('edit_products', role !== 'courier') && (
        <LinkButton to={storePath(id, 'products')} variant="secondary">
          <Boxes aria-hidden="true" className="size-5" />
          {t('admin.products')}
        </LinkButton>
      )}
      {status === 'approved' && allows('edit_products', role !== 'courier') && (
        <LinkButton to={storePath(id, 'add-product')} variant="secondary">
          <Plus aria-hidden="true" className="size-5" />
          {t('store.add_product')}
        </LinkButton>
      )}
      {allows('edit_store', owns) && (
        <LinkButton to={storePath(id, 'edit')} variant="secondary">
          <Pencil aria-hidden="true" className="size-5" />
          {t('store.edit_title')}
        </LinkButton>
      )}
      {status === 'approved' && allows('see_store_money', owns) && (
        <LinkButton to={storePath(id, 'money')} variant="secondary">
          <Wallet aria-hidden="true" className="size-5" />
          {t('page.store_money')}
        </LinkButton>
      )}
      {allows('see_members', owns || role === 'pharmacist') && (
        <LinkButton to={storePath(id, 'people')} variant="secondary">
          <Users aria-hidden="true" className="size-5" />
          {t('members.title')}
        </LinkButton>
      )}
    </div>
  )
}
