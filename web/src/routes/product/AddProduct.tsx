import { nameOfStore } from '../../domain/store/store'
import type { Product } from '../../domain/product/product'
import { useState } from 'react'
import {
  createProduct,
  EDITED,
  emptyProduct,
  type ProductContent,
} from '../../features/product-form/api'
import { readProductDraft } from '../../features/product-form/draft'
import { ProductForm } from '../../features/product-form/ProductForm'
import { ProductAdded } from '../../features/product-form/ProductAdded'
import { useSession } from '../../features/session/api'
import type { Store } from '../../features/stores/api'
import { storePath } from '../../features/stores/paths'
import { useLang, useT } from '../../lib/i18n'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { LinkButton } from '../../ui/LinkButton'

/** A new product, of a store or of the shop itself. */
export function AddProduct({ store }: { store?: Store }) {
  const t = useT()
  const { lang } = useLang()
  const session = useSession()
  const client = useQueryClient()
  const [added, setAdded] = useState<Product | null>(null)
  const draftName = store === undefined ? 'new' : `store-${store.id}`
  if (session.state !== 'user') return null
  const { user } = session

  async function save(content: ProductContent): Promise<null> {
    const created = await createProduct(content, store?.id)
    setAdded({ ...created.product, status: created.status })
    // A new product shows in many lists.
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== EDITED })
    return null
  }

  if (added !== null) {
    return (
      <Card>
        <ProductAdded
          product={added}
          actions={
            <>
              <Button onClick={() => setAdded(null)}>{t('product.add_another')}</Button>
              <LinkButton to={`/product/${encodeURIComponent(added.id)}`} variant="secondary">
                {t('product.view')}
              </LinkButton>
              {store !== undefined && (
                <LinkButton to={storePath(store.id)} variant="quiet">
                  <bdi>{nameOfStore(lang, store)}</bdi>
                </LinkButton>
              )}
            </>
          }
        />
      </Card>
    )
  }

  const draft = readProductDraft(draftName, user.id)
  return (
    <Form
      key={draftName}
      draftName={draftName}
      owner={user.id}
      draft={draft?.content ?? null}
      pending={!user.admin}
      save={save}
    />
  )
}

interface FormProps {
  draftName: string
  owner: string
  draft: ProductContent | null
  /** An admin will have to approve it. */
  pending: boolean
  save: (content: ProductContent) => Promise<null>
}

function Form({ draftName, owner, draft, pending, save }: FormProps) {
  const t = useT()
  const [found] = useState(draft)
  return (
    <ProductForm
      rules="product_new"
      begin={{ content: found ?? emptyProduct, base: emptyProduct, version: undefined }}
      draftName={draftName}
      owner={owner}
      save={save}
      notice={
        <>
          {pending && <Alert tone="info">{t('product.will_be_pending')}</Alert>}
          {found !== null && <Alert tone="info">{t('common.draft_back')}</Alert>}
        </>
      }
    />
  )
}
