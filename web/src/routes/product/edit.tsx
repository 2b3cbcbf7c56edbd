import { approvalTone } from '../../domain/approval/approval-tone'
import type { Product } from '../../domain/product/product'
import { useState } from 'react'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useParams } from '../../lib/router'
import {
  contentOf,
  EDITED,
  type EditedProduct,
  editedProductQuery,
  type ProductContent,
  type ProductRevision,
  type SavedProduct,
  updateProduct,
} from '../../features/product-form/api'
import { fieldLabel } from '../../domain/product/field-label'
import { storePath } from '../../features/stores/paths'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { readProductDraft, type ProductDraft } from '../../features/product-form/draft'
import { ProductForm, whyNotSaved } from '../../features/product-form/ProductForm'
import { useSession } from '../../features/session/api'
import { ApiError, NETWORK } from '../../lib/errors'
import { type Translate, useLang, useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { LinkButton } from '../../ui/LinkButton'
import { Spinner } from '../../ui/Spinner'
import { Tag } from '../../ui/Tag'
import { AdminPage } from '../../features/admin/AdminPage'

/** Changing a product: the house's people in the admin area, a store's people beside their list. */
export default function EditProductScreen() {
  const { id = '' } = useParams()
  return <Edited key={id} id={id} />
}

function Edited({ id }: { id: string }) {
  const t = useT()
  const session = useSession()
  const query = useQuery(editedProductQuery(id))
  if (
    query.error instanceof ApiError &&
    (query.error.status === 404 || query.error.status === 403)
  ) {
    return (
      <EmptyState
        titleAs="h1"
        className="page-width"
        illustration={<NothingFound />}
        title={t(query.error.status === 404 ? 'error.product_not_found' : 'error.forbidden')}
        action={<LinkButton to="/user/stores">{t('nav.my_stores')}</LinkButton>}
      />
    )
  }
  if (query.isError) {
    return (
      <ErrorState
        className="page-width"
        title={t('error.product')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.data === undefined || session.state !== 'user') {
    return <Spinner label={t('common.loading')} />
  }
  const { product, proposes } = query.data
  const editor = <Editor edited={query.data} owner={session.user.id} />
  if (!proposes) return <AdminPage title={t('product.edit_title')}>{editor}</AdminPage>
  const store = product.store ?? ''
  return (
    <div className="page-width max-w-4xl pt-2 pb-8 lg:pt-4">
      <Breadcrumb
        crumbs={[
          { label: t('store.title'), to: '/user/stores' },
          { label: t('admin.products'), to: storePath(store, 'products') },
          { label: t('product.edit_title') },
        ]}
      />
      <h1 className="mt-1 mb-4 text-2xl lg:text-3xl">{t('product.edit_title')}</h1>
      {editor}
    </div>
  )
}

function Editor({ edited, owner }: { edited: EditedProduct; owner: string }) {
  const t = useT()
  const client = useQueryClient()
  const { product, proposes } = edited
  const [draft] = useState(() => readProductDraft(product.id, owner))
  const [begin] = useState<ProductDraft>(() => {
    const content = contentOf(product)
    return draft ?? { content, base: content, version: product.version }
  })
  const [saved, setSaved] = useState<SavedProduct | null>(null)
  const status = saved?.product.status ?? product.status
  const revision = saved === null ? edited.revision : saved.revision

  async function save(content: ProductContent, version: number | undefined): Promise<Product> {
    const now = await updateProduct(product.id, version, content)
    setSaved(now)
    // It shows in many lists; only this form keeps what it has.
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== EDITED })
    return now.product
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
        savedText={t.maybe(`done.${saved?.code ?? 'product_updated'}`) ?? t('product.updated')}
        failure={whyNotUpdated}
        notice={
          <>
            {draft !== null && <Alert tone="info">{t('common.draft_back')}</Alert>}
            {proposes && <Waiting revision={revision} product={product} />}
          </>
        }
        actions={
          <LinkButton to={`/product/${encodeURIComponent(product.id)}`} variant="secondary">
            {t('product.view')}
          </LinkButton>
        }
      />
    </>
  )
}

/** What a store's people have to know: what is live at once, what waits, and why something was rejected. */
function Waiting({
  revision,
  product,
}: {
  revision: ProductRevision | undefined
  product: Product
}) {
  const t = useT()
  const { lang } = useLang()
  const reason = revision?.reason ?? (product.status === 'rejected' ? product.reason : undefined)
  const rejected = revision?.status === 'rejected' || product.status === 'rejected'
  if (rejected) {
    return (
      <Alert tone="warning" title={t('product.rejected_title')}>
        {reason !== undefined && (
          <p>{t.nodes('store.reason', { reason: <bdi key="reason">{reason}</bdi> })}</p>
        )}
        <p>{t('product.rejected_again')}</p>
      </Alert>
    )
  }
  return (
    <Alert tone="info" title={revision === undefined ? undefined : t('product.changes_wait')}>
      {revision === undefined ? (
        t('product.proposes_note')
      ) : (
        <p>
          {t('product.changes_wait_text', {
            fields: revision.fields
              .map((field) => fieldLabel(t, field))
              .join(lang === 'arabic' ? '، ' : ', '),
          })}
        </p>
      )}
    </Alert>
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
