import type { Cart, CartLine } from '../../domain/order/cart'
import { useRef, useState } from 'react'
import { nameIn, type Translate, useLang, useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { EmptyState } from '../../ui/EmptyState'
import { EmptyCart } from './EmptyCart'
import { LinkButton } from '../../ui/LinkButton'
import { CartLineRow } from './CartLineRow'
import { CartSummary } from './CartSummary'
import { type CartChange, step } from './optimistic'
import { SharedIngredients } from '../../domain/product/SharedIngredients'

interface CartViewProps {
  cart: Cart
  /** The name of a brand in the current language. */
  brandName: (key: string) => string
  onChange: (change: CartChange) => void
}

type Question = { kind: 'remove'; line: CartLine } | { kind: 'clear' }

/** The lines of the cart, what they cost, and the questions before something is taken out. */
export function CartView({ cart, brandName, onChange }: CartViewProps) {
  const t = useT()
  const { lang } = useLang()
  const view = useRef<HTMLDivElement>(null)
  const [question, setQuestion] = useState<Question | null>(null)

  function takeOut() {
    if (question?.kind === 'remove') {
      onChange({ kind: 'remove', productId: question.line.product.id })
    } else {
      onChange({ kind: 'clear' })
    }
    setQuestion(null)
    // The button that asked leaves with its line; reading goes on at the top.
    requestAnimationFrame(() => view.current?.focus({ preventScroll: true }))
  }

  if (cart.cart.length === 0) {
    return (
      <div ref={view} tabIndex={-1}>
        <EmptyState
          titleAs="h1"
          illustration={<EmptyCart />}
          title={t('cart.empty')}
          action={<LinkButton to="/">{t('cart.start_shopping')}</LinkButton>}
          className="py-16"
        />
      </div>
    )
  }

  const nameOf = ({ product }: CartLine) => nameIn(lang, product)
  return (
    <div ref={view} tabIndex={-1} className="page-width py-6 lg:py-8">
      <div className="mb-4 flex flex-wrap items-center gap-x-3">
        <h1 className="text-2xl lg:text-3xl">{t('cart.title')}</h1>
        <p className="text-muted">{amountText(t, cart.cart)}</p>
        <Button
          variant="quiet"
          className="ms-auto -me-4 text-danger! hover:bg-danger-tint"
          onClick={() => setQuestion({ kind: 'clear' })}
        >
          {t('cart.clear')}
        </Button>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="flex min-w-0 flex-col gap-4">
          <SharedIngredients
            shared={cart.shared_ingredients}
            products={cart.cart.map((line) => line.product)}
          />
          <Card flush className="px-4 sm:px-6">
            <ul className="divide-y divide-line">
              {cart.cart.map((line) => (
                <CartLineRow
                  key={line.product.id}
                  line={line}
                  brand={brandName(line.product.brand)}
                  onStep={(delta) => onChange(step(line, delta))}
                  onRemove={() => setQuestion({ kind: 'remove', line })}
                />
              ))}
            </ul>
          </Card>
        </div>
        <CartSummary cart={cart} />
      </div>
      <ConfirmDialog
        open={question?.kind === 'remove'}
        title={t('cart.remove_title')}
        confirmLabel={t('cart.remove')}
        onConfirm={takeOut}
        onCancel={() => setQuestion(null)}
      >
        {question?.kind === 'remove' &&
          t.nodes('cart.remove_confirm', { name: <bdi key="name">{nameOf(question.line)}</bdi> })}
      </ConfirmDialog>
      <ConfirmDialog
        open={question?.kind === 'clear'}
        title={t('cart.clear_title')}
        confirmLabel={t('cart.clear')}
        onConfirm={takeOut}
        onCancel={() => setQuestion(null)}
      >
        {t('cart.clear_confirm')}
      </ConfirmDialog>
    </div>
  )
}

/** How many products, as the badge says; and how many pieces, where that is another number. */
function amountText(t: Translate, lines: readonly CartLine[]): string {
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0)
  const products = t('cart.products', { count: lines.length })
  if (pieces === lines.length) return products
  return t('cart.products_and_pieces', { products, pieces: t('cart.pieces', { count: pieces }) })
}
