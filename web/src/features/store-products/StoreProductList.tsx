import { Pencil } from 'lucide-react'
import { approvalTone } from '../../domain/approval/approval-tone'
import { ProductName } from '../../domain/product/ProductName'
import { ProductPicture } from '../../domain/product/ProductPicture'
import { ConflictNotice } from '../../domain/product-table/ConflictNotice'
import { NumberCell } from '../../domain/product-table/NumberCell'
import type { ManagedProduct } from '../../domain/product-table/row-edit'
import { useProductRow } from '../../domain/product-table/use-product-row'
import { nameIn, useLang, useT } from '../../lib/i18n'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { Link } from '../../ui/Link'
import { LinkButton } from '../../ui/LinkButton'
import { Tag } from '../../ui/Tag'
import { useToast } from '../../ui/Toast'
import { useWrite } from '../../ui/use-write'
import { cacheStoreProduct, patchStoreProduct } from './api'

const rowStore = { patch: patchStoreProduct, cache: cacheStoreProduct }

interface StoreProductListProps {
  rows: readonly ManagedProduct[]
  /** The ids of the products that are selected. */
  selected: ReadonlySet<string>
  onSelect: (id: string, on: boolean) => void
}

/** What a store sells, for its people: price and stock change in place, everything else in the form. */
export function StoreProductList({ rows, selected, onSelect }: StoreProductListProps) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <StoreProductRow
          key={row.product.id}
          shown={row}
          selected={selected.has(row.product.id)}
          onSelect={(on) => onSelect(row.product.id, on)}
        />
      ))}
    </ul>
  )
}

interface StoreProductRowProps {
  shown: ManagedProduct
  selected: boolean
  onSelect: (on: boolean) => void
}

function StoreProductRow({ shown, selected, onSelect }: StoreProductRowProps) {
  const t = useT()
  const { lang } = useLang()
  const row = useProductRow(shown, rowStore)
  const { product } = shown
  const name = nameIn(lang, product)
  const edit = `/product/edit/${encodeURIComponent(product.id)}`
  return (
    <li className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="flex min-w-60 flex-1 gap-3">
          <Checkbox
            name="selected"
            checked={selected}
            onChange={(event) => onSelect(event.target.checked)}
            label={<span className="sr-only">{t('product.bulk_select', { name })}</span>}
          />
          <span className="w-14 shrink-0">
            <ProductPicture
              source={product.images[0]}
              alt=""
              sizes="56px"
              className="rounded-small"
            />
          </span>
          <div className="min-w-0">
            <Link
              to={edit}
              className="inline-flex min-h-11 items-center leading-snug font-semibold hover:text-primary hover:underline"
            >
              <ProductName of={product} />
            </Link>
            <p className="text-sm text-muted">
              <bdi dir="ltr">{product.code}</bdi>
            </p>
            <States shown={shown} />
          </div>
        </div>
        <div className="grid w-full grid-cols-3 gap-3 sm:w-auto">
          <NumberCell
            row={row}
            cell="price"
            label={t('admin.edit_price', { name })}
            caption={t('product.price_usd')}
            inputMode="decimal"
            captioned
          />
          <NumberCell
            row={row}
            cell="nb_in_stock"
            label={t('admin.edit_stock', { name })}
            caption={t('admin.stock')}
            inputMode="numeric"
            captioned
          />
          <NumberCell
            row={row}
            cell="reorder_level"
            label={`${t('product.reorder_level')}: ${name}`}
            caption={t('product.reorder_level')}
            inputMode="numeric"
            captioned
          />
        </div>
      </div>
      {row.clash !== null && (
        <ConflictNotice
          name={name}
          clash={row.clash}
          onKeepMine={row.keepMine}
          onTakeTheirs={row.takeTheirs}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <LinkButton to={edit} variant="secondary" aria-label={`${t('product.edit')}: ${name}`}>
          <Pencil aria-hidden="true" className="size-5" />
          {t('product.edit')}
        </LinkButton>
        {shown.status === 'approved' && <SaleSwitch shown={shown} name={name} />}
      </div>
    </li>
  )
}

function States({ shown }: { shown: ManagedProduct }) {
  const t = useT()
  const { product, status, revision } = shown
  const reason = status === 'rejected' ? shown.reason : revision?.reason
  return (
    <div className="mt-1 flex flex-wrap items-center gap-1.5">
      {status !== 'approved' && (
        <Tag tone={approvalTone[status]}>{t(`admin.product_status_${status}`)}</Tag>
      )}
      {revision !== undefined && (
        <Tag tone={revision.status === 'rejected' ? 'bad' : 'waiting'}>
          {t(revision.status === 'rejected' ? 'product.changes_rejected' : 'product.changes_wait')}
        </Tag>
      )}
      {product.off_sale === true && <Tag tone="neutral">{t('product.off_sale')}</Tag>}
      {shown.withdrawn === true && <Tag tone="bad">{t('product.withdrawn')}</Tag>}
      {shown.low === true && (
        <Tag tone="waiting">
          {t(product.nb_in_stock === 0 ? 'product.out_of_stock' : 'admin.low_stock')}
        </Tag>
      )}
      {reason !== undefined && reason !== '' && (
        <p className="w-full text-sm">
          {t.nodes('store.reason', { reason: <bdi key="reason">{reason}</bdi> })}
        </p>
      )}
    </div>
  )
}

function SaleSwitch({ shown, name }: { shown: ManagedProduct; name: string }) {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const { product, version } = shown
  const off = product.off_sale === true
  const change = useWrite({
    resource: `product ${product.id}`,
    write: (offSale: boolean) => patchStoreProduct(product.id, version, { off_sale: offSale }),
    onDone: (now, offSale) => {
      cacheStoreProduct(client, now)
      toast({ text: t(offSale ? 'product.off_sale_done' : 'product.on_sale_done', { name }) })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['store-catalogue'] }),
  })
  const label = t(off ? 'product.put_on_sale' : 'product.take_off_sale')
  return (
    <Button
      variant="quiet"
      busy={change.busy}
      aria-label={`${label}: ${name}`}
      onClick={() => change.send(!off)}
    >
      {label}
    </Button>
  )
}
