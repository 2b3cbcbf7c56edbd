import type { Product } from '../../domain/product/product'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { nameIn, useLang, useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { EmptyState } from '../../ui/EmptyState'
import { IconButton } from '../../ui/IconButton'
import { EmptyWishlist } from './EmptyWishlist'
import { LinkButton } from '../../ui/LinkButton'
import { Price } from '../../domain/product/Price'
import { ProductName } from '../../domain/product/ProductName'
import { ProductRow } from '../../domain/product/ProductRow'

interface WishlistViewProps {
  products: readonly Product[]
  /** The name of a brand in the current language. */
  brandName: (key: string) => string
  /** The add-to-cart button of a product. */
  renderAction: (product: Product) => ReactNode
  onRemove: (product: Product) => void
  onClear: () => void
}

type Question = { kind: 'remove'; product: Product } | { kind: 'clear' }

/** What one wishes for, each with the way into the cart and the way off the list. */
export function WishlistView({
  products,
  brandName,
  renderAction,
  onRemove,
  onClear,
}: WishlistViewProps) {
  const t = useT()
  const { lang } = useLang()
  const view = useRef<HTMLDivElement>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const nameOf = (product: Product) => nameIn(lang, product)

  function takeOff() {
    if (question?.kind === 'remove') onRemove(question.product)
    else onClear()
    setQuestion(null)
    // The button that asked leaves with its row; reading goes on at the top.
    requestAnimationFrame(() => view.current?.focus({ preventScroll: true }))
  }

  if (products.length === 0) {
    return (
      <div ref={view} tabIndex={-1}>
        <EmptyState
          titleAs="h1"
          illustration={<EmptyWishlist />}
          title={t('wishlist.empty')}
          action={<LinkButton to="/">{t('wishlist.lookup')}</LinkButton>}
          className="py-16"
        />
      </div>
    )
  }
  return (
    <div ref={view} tabIndex={-1} className="page-width py-6 lg:py-8">
      <div className="mb-4 flex flex-wrap items-center gap-x-3">
        <h1 className="text-2xl lg:text-3xl">{t('wishlist.title')}</h1>
        <p className="text-muted">{t('wishlist.items', { count: products.length })}</p>
        <Button
          variant="quiet"
          className="ms-auto -me-4 text-danger! hover:bg-danger-tint"
          onClick={() => setQuestion({ kind: 'clear' })}
        >
          {t('wishlist.clear')}
        </Button>
      </div>
      <Card flush className="px-4 sm:px-6">
        <ul className="divide-y divide-line">
          {products.map((product) => (
            <WishRow
              key={product.id}
              product={product}
              name={nameOf(product)}
              brand={brandName(product.brand)}
              action={renderAction(product)}
              onRemove={() => setQuestion({ kind: 'remove', product })}
            />
          ))}
        </ul>
      </Card>
      <ConfirmDialog
        open={question?.kind === 'remove'}
        title={t('wishlist.remove_title')}
        confirmLabel={t('wishlist.remove')}
        onConfirm={takeOff}
        onCancel={() => setQuestion(null)}
      >
        {question?.kind === 'remove' &&
          t.nodes('wishlist.remove_confirm', {
            name: <ProductName key="name" of={question.product} />,
          })}
      </ConfirmDialog>
      <ConfirmDialog
        open={question?.kind === 'clear'}
        title={t('wishlist.clear_title')}
        confirmLabel={t('wishlist.clear')}
        onConfirm={takeOff}
        onCancel={() => setQuestion(null)}
      >
        {t('wishlist.clear_confirm')}
      </ConfirmDialog>
    </div>
  )
}

interface WishRowProps {
  product: Product
  name: string
  brand: string
  action: ReactNode
  onRemove: () => void
}

function WishRow({ product, name, brand, action, onRemove }: WishRowProps) {
  const t = useT()
  return (
    <ProductRow
      product={product}
      brand={brand}
      available={product.in_stock}
      className="sm:items-center"
      end={
        <div className="col-span-2 flex items-center gap-2 sm:col-span-1">
          <div className="min-w-0 flex-1 sm:w-56 sm:flex-none">{action}</div>
          <IconButton
            label={t('a11y.remove_item', { name })}
            icon={<Trash2 aria-hidden="true" className="size-5" />}
            onClick={onRemove}
            className="-me-2.5 text-muted hover:text-danger"
          />
        </div>
      }
    >
      <Price
        price={product.price}
        discount={product.discount}
        discountedPrice={product.discounted_price}
        className="mt-1"
      />
    </ProductRow>
  )
}
