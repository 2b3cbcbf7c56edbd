import { Pencil, Plus } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { LinkButton } from '../../ui/LinkButton'
import { storePath } from './paths'

/** What an owner can do with a store, at the foot of its card. */
export function StoreActions({ id }: { id: string }) {
  const t = useT()
  return (
    <div className="mt-auto flex flex-wrap gap-2">
      <LinkButton to={storePath(id, 'add-product')}>
        <Plus aria-hidden="true" className="size-5" />
        {t('store.add_product')}
      </LinkButton>
      <LinkButton to={storePath(id, 'edit')} variant="secondary">
        <Pencil aria-hidden="true" className="size-5" />
        {t('store.edit_title')}
      </LinkButton>
    </div>
  )
}
