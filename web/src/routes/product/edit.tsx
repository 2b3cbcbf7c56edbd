import { approvalTone } from '../../domain/approval/approval-tone'
import type { Product } from '../../domain/product/product'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from '../../lib/router'
import {
  contentOf,
  EDITED,
  editedProductQuery,
  type ProductContent,
  updateProduct,
} from '../../features/product-form/api'
import { readProductDraft, type ProductDraft } from '../../features/product-form/draft'
import { ProductForm, whyNotSaved } from '../../features/product-form/ProductForm'
import { useSession } from '../../features/session/api'
import { ApiError, NETWORK } from '../../lib/errors'
import { type Translate, useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { LinkButton } from '../../ui/LinkButton'
import { Spinner } from '../../ui/Spinner'
import { Tag } from '../../ui/Tag'
import { AdminPage } from '../../features/admin/AdminPage'

/** Changing a product. */
export default function EditProductScreen() {
  const t = useT()
  const { id = '' } = useParams()
  return (
    <AdminPage title={t('product.edit_title')}>
      <Edited key={id} id={id} />
    </AdminPage>
  )
}

function Edited({ id }: { id: string }) {
  const t = useT()
  const session = useSession()
  const query = useQuery(editedProductQuery(id))
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState
        illustration={<NothingFound />}
        title={t('error.product_not_found')}
        action={<LinkButton to="/admin/products">{t('admin.products')}</LinkButton>}
      />
    )
  }
  if (query.isError) {
    return (
      <ErrorState
        title={t('error.product')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.data === undefined || session.state !== 'user') {
    return <Spinner label={t('common.loading')} />
  }
  return <Editor product={query.data} owner={session.user.id} />
}

function Editor({ product, owner }: { product: Product; owner: string }) {
  const t = useT()
  const client = useQueryClient()
  const [draft] = useState(() => readProductDraft(product.id, owner))
  const [begin] = useState<ProductDraft>(() => {
    const content = contentOf(product)
    return draft ?? { content, base: content, version: product.version }
  })
  const { status } = product

  async function save(content: ProductContent, version: number | undefined): Promise<Product> {
    const saved = await updateProduct(product.id, version, content)
    // It shows in many lists; only this form keeps what it has.
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== EDITED })
    return saved
  }

  return (
    <>
      {status !== undefined && status !== 'approved' && (
        <Tag tone={approvalTone[status]} className="mb-3">
          {t(`admin.product_status_${status}`)}
        </Tag>
      )}
      <ProductForm
        rules="product_edit"
        begin={begin}
        draftName={product.id}
        owner={owner}
        save={save}
        failure={whyNotUpdated}
        notice={draft !== null && <Alert tone="info">{t('product.draft_back')}</Alert>}
        actions={
          <LinkButton to={`/product/${encodeURIComponent(product.id)}`} variant="secondary">
            {t('product.view')}
          </LinkButton>
        }
      />
    </>
  )
}

/** The specification's words, and the reason where there is one. */
function whyNotUpdated(t: Translate, error: unknown): string {
  const title = t('product.error_updating')
  if (!(error instanceof ApiError) || error.code === NETWORK || error.code === 'internal') {
    return title
  }
  const reason = whyNotSaved(t, error)
  return reason === title ? title : `${title}. ${reason}`
}
