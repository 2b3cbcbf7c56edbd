import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n'
import { useMay } from '../../lib/may'
import { formatPrice } from '../../domain/money/money'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import { Link } from '../../ui/Link'
import { ProductPicture } from '../../domain/product/ProductPicture'
import { ProductName } from '../../domain/product/ProductName'
import type { Overview } from './api'
import { RatePanel } from './RatePanel'
import { SalesChart } from './SalesChart'
import { tableAddress } from './table-query'

/** The admin overview: today, the last 30 days, what runs out and what waits. */
export function OverviewView({ overview }: { overview: Overview }) {
  const t = useT()
  const may = useMay()
  const { today, sales, open_orders: open, pending_products, pending_stores } = overview
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
      <ul className="grid gap-3 min-[22.5rem]:grid-cols-2 lg:col-span-3 lg:grid-cols-4 lg:gap-4">
        <Figure to="/admin/orders" label={t('admin.orders_today_label')}>
          {today.orders}
        </Figure>
        <Figure to="/admin/orders" label={t('admin.sales_today')}>
          <bdi dir="ltr">{formatPrice(today.total)}</bdi>
        </Figure>
        {may('approve_products') && (
          <Figure
            to="/admin/approvals"
            label={t('admin.pending')}
            marked={pending_products + pending_stores > 0}
            detail={t('admin.pending_detail', {
              products: pending_products,
              stores: pending_stores,
            })}
          >
            {pending_products + pending_stores}
          </Figure>
        )}
        <Figure
          to={tableAddress({ stock: 'low' })}
          label={t('admin.low_stock')}
          marked={overview.low_stock_count > 0}
        >
          {overview.low_stock_count}
        </Figure>
      </ul>
      <Card as="section" className="lg:col-span-2" aria-labelledby="sales-heading">
        <h2 id="sales-heading" className="mb-3 text-lg">
          {t('admin.sales_30_days')}
        </h2>
        <SalesChart days={sales} />
      </Card>
      <Card as="section" aria-labelledby="open-heading" className="flex flex-col">
        <h2 id="open-heading" className="mb-2 text-lg">
          {t('admin.open_orders')}
        </h2>
        <ul className="divide-y divide-line">
          {open.map(({ status, count }) => (
            <li key={status}>
              <Link
                to={`/admin/orders?status=${status}`}
                className="flex min-h-11 items-center justify-between gap-3 hover:text-primary"
              >
                {t(`order.status_${status}`)} <span className="font-bold tabular">{count}</span>
              </Link>
            </li>
          ))}
        </ul>
        {open.length === 0 && <p className="text-muted">{t('admin.open_orders_none')}</p>}
      </Card>
      <RatePanel rate={overview.rate} />
      <Card as="section" aria-labelledby="low-heading" className="lg:col-span-3">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <h2 id="low-heading" className="text-lg">
            {t('admin.low_stock')}
          </h2>
          {overview.low_stock_count > 0 && (
            <Link
              to={tableAddress({ stock: 'low' })}
              className="inline-flex min-h-11 items-center gap-1 font-semibold text-primary hover:underline"
            >
              {t('common.show_all')}
              <ArrowRight aria-hidden="true" className="size-5 mirror-rtl" />
            </Link>
          )}
        </div>
        <LowStock products={overview.low_stock} />
      </Card>
    </div>
  )
}

interface FigureProps {
  to: string
  label: string
  detail?: string
  /** Wants something done. */
  marked?: boolean
  children: ReactNode
}

function Figure({ to, label, detail, marked = false, children }: FigureProps) {
  return (
    <li>
      <Link
        to={to}
        className={cx(
          'flex h-full flex-col gap-1 rounded-card border bg-paper p-4 transition-shadow hover:shadow-raised',
          marked ? 'border-warning' : 'border-line',
        )}
      >
        <span className="text-sm text-muted">{label}</span>{' '}
        <span className={cx('text-3xl font-bold tabular', marked && 'text-warning')}>
          {children}
        </span>
        {detail !== undefined && <span className="text-sm text-muted"> {detail}</span>}
      </Link>
    </li>
  )
}

function LowStock({ products }: { products: Overview['low_stock'] }) {
  const t = useT()
  if (products.length === 0) return <p className="text-muted">{t('admin.low_stock_empty')}</p>
  return (
    <ul className="grid grid-cols-1 gap-x-6 lg:grid-cols-2">
      {products.map((product) => (
        <li key={product.id} className="border-t border-line first:border-t-0 lg:nth-2:border-t-0">
          <Link
            to={`/product/edit/${encodeURIComponent(product.id)}`}
            className="flex min-h-14 flex-wrap items-center gap-3 py-1 hover:text-primary"
          >
            <span className="w-10 shrink-0">
              <ProductPicture
                source={product.images[0]}
                alt=""
                sizes="40px"
                className="rounded-small"
              />
            </span>
            <ProductName className="min-w-0 flex-1 leading-snug wrap-anywhere" of={product} />{' '}
            <span
              className={cx(
                'text-sm font-semibold whitespace-nowrap',
                product.nb_in_stock === 0 ? 'text-danger' : 'text-warning',
              )}
            >
              {product.nb_in_stock === 0
                ? t('product.out_of_stock')
                : t('product.low_stock', { count: product.nb_in_stock })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
