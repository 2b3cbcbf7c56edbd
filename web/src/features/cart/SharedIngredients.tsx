import { useState } from 'react'
import { Link } from 'react-router'
import type { components } from '../../generated/api'
import { inLang, useLang, useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import type { Product } from './api'

type Shared = components['schemas']['SharedIngredient']

interface SharedIngredientsProps {
  shared: readonly Shared[]
  /** The products of the cart or of the order, to be named. */
  products: readonly Product[]
}

/** A calm word about products that contain the same active ingredient, and what that means. */
export function SharedIngredients({ shared, products }: SharedIngredientsProps) {
  const t = useT()
  const [explaining, setExplaining] = useState(false)
  if (shared.length === 0) return null
  return (
    <>
      <Alert
        tone="warning"
        title={t('cart.shared_ingredient_title')}
        action={
          <Button
            variant="quiet"
            className="-mx-3 px-3 underline"
            onClick={() => setExplaining(true)}
          >
            {t('cart.shared_ingredient_more')}
          </Button>
        }
      >
        {shared.map((one) => (
          <OneShared
            key={one.name}
            shared={one}
            products={products.filter((product) => one.products.includes(product.id))}
          />
        ))}
      </Alert>
      <Dialog
        open={explaining}
        onClose={() => setExplaining(false)}
        title={t('cart.shared_ingredient_title')}
        actions={<Button onClick={() => setExplaining(false)}>{t('common.close')}</Button>}
      >
        <p>{t('cart.shared_ingredient_help')}</p>
        <p className="mt-3">{t('product.ask_pharmacist')}</p>
      </Dialog>
    </>
  )
}

function OneShared({ shared, products }: { shared: Shared; products: readonly Product[] }) {
  const t = useT()
  const { lang } = useLang()
  const ingredient = (
    <strong key="ingredient" className="font-semibold">
      <bdi>{inLang(lang, { english: shared.name, arabic: shared.arabic_name ?? '' })}</bdi>
    </strong>
  )
  const [first, second, third] = products
  if (first === undefined || second === undefined) return null
  if (third === undefined) {
    return (
      <p className="mt-1">
        {t.nodes('cart.shared_ingredient', {
          first: <ProductLink key="first" product={first} />,
          second: <ProductLink key="second" product={second} />,
          ingredient,
        })}
      </p>
    )
  }
  return (
    <div className="mt-1">
      <p>{t.nodes('cart.shared_ingredient_several', { ingredient })}</p>
      <ul className="list-inside list-disc">
        {products.map((product) => (
          <li key={product.id}>
            <ProductLink product={product} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function ProductLink({ product }: { product: Product }) {
  const { lang } = useLang()
  return (
    <Link to={`/product/${encodeURIComponent(product.id)}`} className="underline">
      <bdi>{inLang(lang, { english: product.english_name, arabic: product.arabic_name })}</bdi>
    </Link>
  )
}
