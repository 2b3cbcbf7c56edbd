import { approvalTone } from '../../domain/approval/approval-tone'
import { Pencil } from 'lucide-react'
import { longDate } from '../../lib/dates'
import { nameIn, useLang, useT } from '../../lib/i18n'
import { formatPrice } from '../../domain/money/money'
import { nameOfProductStore } from '../../domain/store/store'
import { Link } from '../../ui/Link'
import { ProductPicture } from '../../domain/product/ProductPicture'
import { ProductName } from '../../domain/product/ProductName'
import { Tag } from '../../ui/Tag'
import { ConflictNotice } from '../../domain/product-table/ConflictNotice'
import { NumberCell } from '../../domain/product-table/NumberCell'
import { useProductRow } from '../../domain/product-table/use-product-row'
import type { ManagedProduct } from '../../domain/product-table/row-edit'
import { cacheManagedProduct, patchProduct } from './api'

const rowStore = { patch: patchProduct, cache: cacheManagedProduct }

/** Products with their stock and price to change in place; a phone shows each as a card. */
export function ProductTable({ rows }: { rows: readonly ManagedProduct[] }) {
  const t = useT()
  return (
    <table className="w-full max-md:block">
      <caption className="sr-only">{t('admin.products')}</caption>
      <thead className="border-b border-line text-start text-sm text-muted max-md:sr-only">
        <tr>
          <th scope="col" className="px-3 py-2 text-start font-semibold">
            {t('admin.product')}
          </th>
          <th scope="col" className="px-3 py-2 text-start font-semibold">
            {t('common.status')}
          </th>
          <th scope="col" className="px-3 py-2 text-start font-semibold">
            {t('product.price_usd')}
          </th>
          <th scope="col" className="px-3 py-2 text-start font-semibold">
            {t('admin.stock')}
          </th>
          <th scope="col" className="px-3 py-2">
            <span className="sr-only">{t('product.edit')}</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-md:block">
        {rows.map((row) => (
          <ProductRow key={row.product.id} shown={row} />
        ))}
      </tbody>
    </table>
  )
}

/** What an approved product is: on sale, taken off sale by its people, or out of the shop with its store. */
function StatusTag({ shown: { product, status, withdrawn } }: { shown: ManagedProduct }) {
  const t = useT()
  if (status === 'approved' && withdrawn === true) {
    return <Tag tone="bad">{t('product.withdrawn')}</Tag>
  }
  if (status === 'approved' && product.off_sale === true) {
    return <Tag tone="neutral">{t('product.off_sale')}</Tag>
  }
  return <Tag tone={approvalTone[status]}>{t(`admin.product_status_${status}`)}</Tag>
}

function ProductRow({ shown }: { shown: ManagedProduct }) {
  const t = useT()
  const { lang } = useLang()
  const row = useProductRow(shown, rowStore)
  const { product } = shown
  const name = nameIn(lang, product)
  const edit = `/product/edit/${encodeURIComponent(product.id)}`
  return (
    <>
      <tr className="max-md:grid max-md:grid-cols-2 max-md:gap-x-3 max-md:gap-y-2 max-md:p-4">
        <th scope="row" className="text-start font-normal max-md:col-span-2 md:px-3 md:py-2">
          <Named shown={shown} to={edit} />
        </th>
        <td className="max-md:col-span-2 md:px-3 md:py-2">
          <StatusTag shown={shown} />
        </td>
        <td className="max-md:align-top md:px-3 md:py-2">
          <NumberCell
            row={row}
            cell="price"
            label={t('admin.edit_price', { name })}
            caption={t('product.price_usd')}
            inputMode="decimal"
          />
          {product.discount > 0 && (
            <p className="mt-1 text-sm text-muted">
              <bdi dir="ltr">-{product.discount}&nbsp;%</bdi> ·{' '}
              <bdi dir="ltr" className="tabular">
                {formatPrice(product.discounted_price)}
              </bdi>
            </p>
          )}
        </td>
        <td className="max-md:align-top md:px-3 md:py-2">
          <NumberCell
            row={row}
            cell="nb_in_stock"
            label={t('admin.edit_stock', { name })}
            caption={t('admin.stock')}
            inputMode="numeric"
          />
        </td>
        <td className="max-md:hidden md:px-1 md:py-2">
          <Link
            to={edit}
            title={t('product.edit')}
            className="inline-flex size-11 items-center justify-center rounded-full hover:bg-quiet"
          >
            <Pencil aria-hidden="true" className="size-5" />
            <span className="sr-only">
              {t('product.edit')}: <ProductName of={product} />
            </span>
          </Link>
        </td>
      </tr>
      {row.clash !== null && (
        <tr className="border-t-0! max-md:block">
          <td colSpan={5} className="max-md:block max-md:px-4 max-md:pb-4 md:px-3 md:pb-3">
            <ConflictNotice
              name={name}
              clash={row.clash}
              onKeepMine={row.keepMine}
              onTakeTheirs={row.takeTheirs}
            />
          </td>
        </tr>
      )}
    </>
  )
}

function Named({ shown, to }: { shown: ManagedProduct; to: string }) {
  const t = useT()
  const { lang } = useLang()
  const { product } = shown
  const store = nameOfProductStore(lang, shown)
  return (
    <div className="flex items-center gap-3">
      <span className="w-12 shrink-0">
        <ProductPicture source={product.images[0]} alt="" sizes="48px" className="rounded-small" />
      </span>
      <div className="min-w-0">
        <Link
          to={to}
          className="inline-flex min-h-11 items-center leading-snug font-semibold hover:text-primary hover:underline"
        >
          <ProductName of={shown.product} />
        </Link>
        <p className="text-sm text-muted">
          <bdi dir="ltr">{product.code}</bdi>
          {store !== '' && (
            <>
              {' · '}
              <bdi>{store}</bdi>
            </>
          )}
          {' · '}
          {longDate(t, shown.updated_at)}
        </p>
      </div>
    </div>
  )
}
