import type { ReactNode } from 'react'
import { formatPrice } from '../../domain/money/money'
import { Pounds } from '../../domain/money/Pounds'
import { CashPart } from '../../domain/order/CashPart'
import { isoDay } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { phoneText } from '../../lib/phone'
import type { StoreOrder } from './api'
import { code128 } from './barcode'

/** What can be printed about an order. */
export type Paper = 'slip' | 'label' | 'roll' | 'invoice'

/** Who sells, as an invoice names it. */
export interface Seller {
  name: string
  arabicName: string
  legalName: string
  taxNo: string
  address: string
  phone: string
}

interface PrintSheetProps {
  paper: Paper
  order: StoreOrder
  seller: Seller
}

/** One sheet of paper about an order. What the customer reads is in both languages. */
export function PrintSheet({ paper, order, seller }: PrintSheetProps) {
  switch (paper) {
    case 'slip':
      return <Slip order={order} seller={seller} />
    case 'label':
    case 'roll':
      return <Label paper={paper} order={order} seller={seller} />
    case 'invoice':
      return <Invoice order={order} seller={seller} />
  }
}

/** What to put into the bag: names, codes and how many, to tick off. */
function Slip({ order, seller }: Omit<PrintSheetProps, 'paper'>) {
  const t = useT()
  return (
    <Sheet paper="slip">
      <Head title={t('print.slip')} order={order} seller={seller} />
      <table className="w-full">
        <thead>
          <tr className="border-b border-line">
            <th className="py-1 text-start">{t('print.item')}</th>
            <th className="py-1 text-start">{t('print.code')}</th>
            <th className="py-1 text-end">{t('print.quantity')}</th>
          </tr>
        </thead>
        <tbody>
          {left(order).map(({ product, quantity }) => (
            <tr key={product.id} className="break-inside-avoid border-b border-line">
              <td className="flex gap-3 py-2">
                <span className="mt-1 size-5 shrink-0 border-2 border-ink" />
                <div className="min-w-0">
                  <Names product={product} />
                </div>
              </td>
              <td className="py-2">
                <bdi dir="ltr" className="whitespace-nowrap">
                  {product.code}
                </bdi>
              </td>
              <td className="py-2 text-end text-xl font-bold tabular">{quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {order.note !== '' && (
        <p className="mt-4 border border-ink p-2">
          <bdi>{order.note}</bdi>
        </p>
      )}
    </Sheet>
  )
}

/** What goes onto the bag: where to, whom to call, what to collect. */
function Label({ paper, order, seller }: PrintSheetProps) {
  const t = useT()
  const { address } = order
  return (
    <Sheet paper={paper}>
      <p className="font-semibold">
        <bdi>{seller.name}</bdi>
      </p>
      <h1 className="mt-3 text-xl font-bold">
        <bdi>
          {address.first_name} {address.last_name}
        </bdi>
      </h1>
      <p className="text-lg">
        <bdi>{address.street}</bdi>
      </p>
      <p className="text-lg">
        <bdi>{address.building}</bdi> · {t('print.floor', { floor: address.floor })}
      </p>
      <p className="text-lg font-semibold">
        <bdi>{address.city}</bdi>
        {address.state !== '' && (
          <>
            {' · '}
            <bdi>{address.state}</bdi>
          </>
        )}
      </p>
      {address.extra_info !== '' && (
        <p>
          <bdi>{address.extra_info}</bdi>
        </p>
      )}
      <p className="mt-2 text-xl font-bold">
        <bdi dir="ltr" className="tabular">
          {phoneText(address.phone_nb)}
        </bdi>
      </p>
      <div className="mt-2 border-y border-ink py-2">
        <p className="text-lg font-bold">
          {order.payment.method === 'cash'
            ? t.nodes('print.collect', {
                amount: (
                  <bdi key="amount" dir="ltr">
                    {formatPrice(order.total)}
                  </bdi>
                ),
              })
            : t('print.paid')}
        </p>
        {order.payment.method === 'cash' && (
          <>
            {order.totalLbp !== undefined && (
              <p className="text-lg font-bold">
                {t.nodes('money.about', {
                  pounds: <Pounds key="pounds" amount={order.totalLbp} />,
                })}
              </p>
            )}
            <CashPart cash={order.cash} change={order.change} />
          </>
        )}
      </div>
      <Barcode number={order.number} />
    </Sheet>
  )
}

/** What the customer files: who sold what, for how much. */
function Invoice({ order, seller }: Omit<PrintSheetProps, 'paper'>) {
  const t = useT()
  const { address } = order
  return (
    <Sheet paper="invoice">
      <Head title={t('print.invoice_title')} order={order} seller={seller} />
      <div className="grid grid-cols-2 gap-4 pb-4">
        <div>
          <p className="font-semibold">
            <bdi>{seller.legalName === '' ? seller.name : seller.legalName}</bdi>
          </p>
          {seller.taxNo !== '' && (
            <p>
              {t('print.tax_no')}: <bdi dir="ltr">{seller.taxNo}</bdi>
            </p>
          )}
          <p>
            <bdi>{seller.address}</bdi>
          </p>
          {seller.phone !== '' && (
            <p>
              <bdi dir="ltr">{phoneText(seller.phone)}</bdi>
            </p>
          )}
        </div>
        <div>
          <p className="font-semibold">
            <bdi>
              {address.first_name} {address.last_name}
            </bdi>
          </p>
          <p>
            <bdi>
              {address.street}, {address.building}
            </bdi>
          </p>
          <p>
            <bdi>{address.city}</bdi>
          </p>
        </div>
      </div>
      <table className="w-full">
        <thead>
          <tr className="border-b border-ink">
            <th className="py-1 text-start">{t('print.item')}</th>
            <th className="py-1 text-start">{t('print.code')}</th>
            <th className="py-1 text-end">{t('print.price')}</th>
            <th className="py-1 text-end">{t('print.quantity')}</th>
            <th className="py-1 text-end">{t('print.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {left(order).map(({ product, quantity, price, total }) => (
            <tr key={product.id} className="break-inside-avoid border-b border-line">
              <td className="py-2">
                <Names product={product} />
              </td>
              <td className="py-2">
                <bdi dir="ltr" className="whitespace-nowrap">
                  {product.code}
                </bdi>
              </td>
              <Money amount={price} />
              <td className="py-2 text-end tabular">{quantity}</td>
              <Money amount={total} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Sum label={t('print.subtotal')} amount={order.subtotal} />
          <Sum label={t('print.delivery')} amount={order.deliveryFee} />
          <Sum strong label={t('print.total')} amount={order.total} />
        </tfoot>
      </table>
      {order.rate !== undefined && order.totalLbp !== undefined && (
        <p className="mt-1 text-end">
          <strong>
            <Pounds amount={order.totalLbp} />
          </strong>{' '}
          {t.nodes('money.at_rate', { pounds: <Pounds key="pounds" amount={order.rate} /> })}
        </p>
      )}
      <p className="mt-3">
        {order.payment.method === 'cash' ? t('print.by_cash') : t('print.by_card')}
      </p>
    </Sheet>
  )
}

function Sheet({ paper, children }: { paper: Paper; children: ReactNode }) {
  return (
    <article className={`sheet sheet-${paper} mx-auto bg-paper p-4 text-ink print:p-0`}>
      {children}
    </article>
  )
}

function Head({ title, order, seller }: { title: string; order: StoreOrder; seller: Seller }) {
  return (
    <div className="mb-3 flex items-start justify-between gap-4 border-b border-ink pb-3">
      <div>
        <h1 className="text-2xl">{title}</h1>
        <p className="font-semibold">
          <bdi>{seller.name}</bdi>
          {seller.arabicName !== '' && seller.arabicName !== seller.name && (
            <>
              {' · '}
              <bdi>{seller.arabicName}</bdi>
            </>
          )}
        </p>
        <p>
          <bdi dir="ltr">{isoDay(order.date)}</bdi>
        </p>
      </div>
      <Barcode number={order.number} />
    </div>
  )
}

/** The number as a scanner and as a person reads it. */
function Barcode({ number }: { number: string }) {
  const { bars, width } = code128(number)
  return (
    <figure className="mt-3 w-fit">
      <svg viewBox={`0 0 ${width} 40`} className="h-14 w-56" role="img" aria-label={`#${number}`}>
        {bars.map(({ at, width: wide }) => (
          <rect key={at} x={at} y="0" width={wide} height="40" fill="#000" />
        ))}
      </svg>
      <figcaption className="text-center font-bold tabular">
        <bdi dir="ltr">#{number}</bdi>
      </figcaption>
    </figure>
  )
}

function Names({ product }: { product: StoreOrder['products'][number]['product'] }) {
  return (
    <>
      <p className="pe-4 font-semibold">
        <bdi lang="en">{product.english_name}</bdi>
      </p>
      <p className="pe-4">
        <bdi lang="ar">{product.arabic_name}</bdi>
      </p>
    </>
  )
}

function Money({ amount }: { amount: number }) {
  return (
    <td className="py-2 text-end tabular">
      <bdi dir="ltr">{formatPrice(amount)}</bdi>
    </td>
  )
}

function Sum({ label, amount, strong }: { label: string; amount: number; strong?: boolean }) {
  return (
    <tr className={strong === true ? 'text-lg font-bold' : undefined}>
      <th scope="row" colSpan={4} className="py-1 text-end font-semibold">
        {label}
      </th>
      <Money amount={amount} />
    </tr>
  )
}

/** The lines with what the customer really gets. */
function left(order: StoreOrder) {
  return order.products
    .map(({ product, nb_ordered: ordered, removed = 0, unit_price: price, line_total: total }) => ({
      product,
      quantity: ordered - removed,
      price,
      total,
    }))
    .filter(({ quantity }) => quantity > 0)
}
