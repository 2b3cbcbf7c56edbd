import type { Product } from './product'
import { type ReactNode, useState } from 'react'
import type { components } from '../../generated/api'
import { inLang, useLang, useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { ProductName } from './ProductName'

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
          <button
            type="button"
            className="-my-2 min-h-11 font-semibold text-primary underline"
            onClick={() => setExplaining(true)}
          >
            {t('cart.shared_ingredient_more')}
          </button>
        }
      >
        {shared.map((one) => (
          <OneShared
            key={one.name}
            shared={one}
            products={products.filter((product) => one.products.includes(product.id))}
          />
        ))}
        <p className="mt-1 text-sm sm:text-base">{t('cart.shared_advice')}</p>
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
  return (
    <p className="mt-1 text-sm sm:text-base">
      {t.nodes('cart.shared_contain', {
        products: <Names key="products" products={products} />,
        ingredient: (
          <strong key="ingredient" className="font-semibold">
            <bdi>{inLang(lang, { english: shared.name, arabic: shared.arabic_name ?? '' })}</bdi>
          </strong>
        ),
      })}
    </p>
  )
}

/** The products one after the other, the last two joined by 'and'. */
function Names({ products }: { products: readonly Product[] }) {
  const t = useT()
  return products.reduce<ReactNode>((before, product, at) => {
    const name = <ProductName key={product.id} of={product} />
    if (at === 0) return name
    return at === products.length - 1
      ? t.nodes('cart.shared_names', { first: before, last: name })
      : t.nodes('cart.shared_names_comma', { first: before, next: name })
  }, null)
}
