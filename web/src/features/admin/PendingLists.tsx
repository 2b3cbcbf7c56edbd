import { nameOfProductStore, nameOfStore } from '../../domain/store/store'
import { useState } from 'react'
import shop from '../../../../contract/shop.json'
import { longDateTime } from '../../lib/dates'
import { ApiError } from '../../lib/errors'
import { nameIn, useLang, useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Checkbox } from '../../ui/Checkbox'
import { Link } from '../../ui/Link'
import { ProductPicture } from '../../domain/product/ProductPicture'
import { Price } from '../../domain/product/Price'
import { Select } from '../../ui/Select'
import { useWrite } from '../../ui/use-write'
import type { ManagedProduct } from '../../domain/product-table/row-edit'
import type { Decision, ManagedStore, Regulation } from './api'
import { ApprovalButtons } from './ApprovalButtons'
import { Fact, Facts } from './Facts'
import { useLicenceDecision } from './licence-decision'
import { StoreContactFacts } from './StoreContactFacts'
import { StoreLicence } from './StoreLicence'

interface PendingStoresProps {
  stores: readonly ManagedStore[]
  decide: (store: ManagedStore, decision: Decision) => Promise<void>
}

/** Stores that wait, with everything an admin has to know to decide. */
export function PendingStores({ stores, decide }: PendingStoresProps) {
  return (
    <ul className="grid gap-3 lg:grid-cols-2">
      {stores.map((managed) => (
        <PendingStore
          key={managed.store.id}
          managed={managed}
          decide={(decision) => decide(managed, decision)}
        />
      ))}
    </ul>
  )
}

interface PendingStoreProps {
  managed: ManagedStore
  decide: (decision: Decision) => Promise<void>
}

/** One store. It is approved by the number of its licence: the owner's, or the one typed here. */
function PendingStore({ managed, decide }: PendingStoreProps) {
  const t = useT()
  const { lang } = useLang()
  const { store } = managed
  const { licence, decideWithLicence } = useLicenceDecision(decide)

  return (
    <Card as="li" className="flex flex-col gap-3">
      <div>
        <Link
          to={`/store/${encodeURIComponent(store.id)}`}
          className="inline-flex min-h-11 items-center text-lg font-bold text-primary hover:underline"
        >
          <bdi>{nameOfStore(lang, store)}</bdi>
        </Link>
        {store.description !== '' && (
          <p className="[text-align:match-parent] whitespace-pre-line [unicode-bidi:plaintext]">
            {store.description}
          </p>
        )}
      </div>
      <Facts>
        <StoreContactFacts managed={managed} />
        <Fact label={t('admin.handed_in')}>{longDateTime(t, managed.created_at)}</Fact>
      </Facts>
      <StoreLicence store={store} {...licence} />
      <div className="mt-auto">
        <ApprovalButtons name={nameOfStore(lang, store)} decide={decideWithLicence} />
      </div>
    </Card>
  )
}

interface PendingProductsProps {
  products: readonly ManagedProduct[]
  decide: (product: ManagedProduct, decision: Decision) => Promise<void>
  /** Approves several at once; their classes stay as they are. */
  approve: (ids: readonly string[]) => Promise<unknown>
}

/** Products that wait: both languages side by side, so that both are read. */
export function PendingProducts({ products, decide, approve }: PendingProductsProps) {
  const t = useT()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = products.filter(({ product }) => selected.has(product.id))
  const approval = useWrite({
    resource: 'approvals',
    write: () => approve(chosen.map(({ product }) => product.id)),
    onDone: () => setSelected(new Set()),
  })

  function select(id: string, on: boolean) {
    const next = new Set(selected)
    if (on) next.add(id)
    else next.delete(id)
    setSelected(next)
  }

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Checkbox
          name="select_all"
          label={t('product.bulk_select_all')}
          checked={chosen.length === products.length}
          onChange={(event) =>
            setSelected(
              new Set(event.target.checked ? products.map(({ product }) => product.id) : []),
            )
          }
        />
        {chosen.length > 0 && (
          <Button busy={approval.busy} onClick={() => approval.send()}>
            {t('admin.approve_selected', { count: chosen.length })}
          </Button>
        )}
      </div>
      <ul className="grid gap-3 lg:grid-cols-2">
        {products.map((managed) => (
          <PendingProduct
            key={managed.product.id}
            managed={managed}
            selected={selected.has(managed.product.id)}
            onSelect={(on) => select(managed.product.id, on)}
            decide={(decision) => decide(managed, decision)}
          />
        ))}
      </ul>
    </>
  )
}

interface PendingProductProps {
  managed: ManagedProduct
  selected: boolean
  onSelect: (on: boolean) => void
  decide: (decision: Decision) => Promise<void>
}

/** One product: its class, registration and price source come first, because nothing is sold without a class. */
function PendingProduct({ managed, selected, onSelect, decide }: PendingProductProps) {
  const t = useT()
  const { lang } = useLang()
  const { product } = managed
  const [regulation, setRegulation] = useState<Regulation | ''>(product.regulation ?? '')
  const [refused, setRefused] = useState<string>()

  async function decideWithClass(decision: Decision) {
    try {
      await decide(regulation === '' ? decision : { ...decision, regulation })
    } catch (error) {
      if (error instanceof ApiError) setRefused(error.fields['regulation'])
      throw error
    }
  }

  return (
    <Card as="li" className="flex flex-col gap-3">
      <Checkbox
        name="selected"
        checked={selected}
        onChange={(event) => onSelect(event.target.checked)}
        label={t('product.bulk_select', { name: nameIn(lang, product) })}
      />
      <div className="flex flex-col gap-2 rounded-control bg-quiet p-3">
        <Select
          name="regulation"
          required
          label={t('product.regulation')}
          value={regulation}
          error={refused === undefined ? undefined : (t.maybe(`rule.${refused}`) ?? undefined)}
          onChange={(event) => setRegulation(event.target.value as Regulation | '')}
          options={[
            { value: '', label: t('product.not_classified'), disabled: true },
            ...shop.regulations.map((value) => ({
              value,
              label: t.maybe(`regulation.${value}`) ?? value,
            })),
          ]}
        />
        <Facts>
          <Fact label={t('product.registration_no')}>
            <bdi dir="ltr">{product.registration_no ?? t('common.none')}</bdi>
          </Fact>
          <Fact label={t('product.official_price_source')}>
            <bdi>{product.official_price_source ?? t('common.none')}</bdi>
          </Fact>
        </Facts>
      </div>
      <div className="flex gap-3">
        <span className="w-20 shrink-0">
          <ProductPicture
            source={product.images[0]}
            alt=""
            sizes="80px"
            className="rounded-small"
          />
        </span>
        <div className="min-w-0 flex-1">
          <p className="text-lg leading-snug font-bold" lang="en" dir="auto">
            {product.english_name}
          </p>
          <p className="text-lg leading-snug font-bold" lang="ar" dir="auto">
            {product.arabic_name}
          </p>
          <Price
            size="sm"
            price={product.price}
            discount={product.discount}
            discountedPrice={product.discounted_price}
          />
        </div>
      </div>
      <div className="grid gap-2 text-sm sm:grid-cols-2">
        <p lang="en" dir="ltr" className="line-clamp-4 whitespace-pre-line">
          {product.english_description}
        </p>
        <p lang="ar" dir="rtl" className="line-clamp-4 whitespace-pre-line">
          {product.arabic_description}
        </p>
      </div>
      <Facts>
        <Fact label={t('product.code')}>
          <bdi dir="ltr">{product.code}</bdi>
        </Fact>
        <Fact label={t('product.category')}>
          {t.maybe(`category.${product.category}`) ?? product.category}
        </Fact>
        <Fact label={t('admin.handed_in_by')}>
          <bdi>{nameOfProductStore(lang, managed) || managed.submitted_by || t('common.none')}</bdi>
        </Fact>
      </Facts>
      <div className="mt-auto flex flex-wrap items-center gap-2">
        <ApprovalButtons name={nameIn(lang, product)} decide={decideWithClass} />
        <Link
          to={`/product/edit/${encodeURIComponent(product.id)}`}
          className="inline-flex min-h-11 items-center px-2 font-semibold text-primary hover:underline"
        >
          {t('product.edit')}
        </Link>
      </div>
    </Card>
  )
}
