import { Pencil, Plus } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { LinkButton } from '../../ui/LinkButton'
import type { Store } from './api'
import { storePath } from './paths'

/** What an owner can do with a store, at the foot of its card. Products wait until it is approved. */
export function StoreActions({ store: { id, status } }: { store: Pick<Store, 'id' | 'status'> }) {
  const t = useT()
  return (
    <div className="mt-auto flex flex-wrap gap-2">
      {status === 'approved' && (
        <LinkButton to={storePath(id, 'add-product')}>
          <Plus aria-hidden="true" className="size-5" />
          {t('store.add_product')}
        </LinkButton>
      )}
      <LinkButton to={storePath(id, 'edit')} variant="secondary">
        <Pencil aria-hidden="true" className="size-5" />
        {t('store.edit_title')}
      </LinkButton>
    </div>
  )
}
