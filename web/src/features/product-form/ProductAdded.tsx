import { approvalTone } from '../../domain/approval/approval-tone'
import type { Product } from '../../domain/product/product'
import { type ReactNode, useEffect, useRef } from 'react'
import { useT } from '../../lib/i18n'
import { ProductPicture } from '../../domain/product/ProductPicture'
import { ProductName } from '../../domain/product/ProductName'
import { Tag } from '../../ui/Tag'

/** Says that a new product is saved, whether it has to wait, and where to go on. */
export function ProductAdded({ product, actions }: { product: Product; actions: ReactNode }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone; the good news takes it.
  useEffect(() => heading.current?.focus(), [])
  const status = product.status ?? 'approved'
  const waiting = status === 'pending'
  const name = <ProductName key="name" of={product} />
  return (
    <div role="status" className="flex flex-col items-center gap-3 py-6 text-center">
      <span className="w-32">
        <ProductPicture source={product.images[0]} alt="" sizes="128px" className="rounded-card" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        {waiting ? t('product.saved_pending_title') : t('done.product_added')}
      </h2>
      <Tag tone={approvalTone[status]}>{t(`admin.product_status_${status}`)}</Tag>
      <p className="max-w-md text-muted">
        {t.nodes(waiting ? 'product.saved_pending_text' : 'product.saved_text', { name })}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>
    </div>
  )
}
