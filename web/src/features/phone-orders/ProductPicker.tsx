import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatCents } from '../../domain/money/money'
import type { Product } from '../../domain/product/product'
import { Price } from '../../domain/product/Price'
import { ProductName } from '../../domain/product/ProductName'
import { ProductPicture } from '../../domain/product/ProductPicture'
import { QuantityStepper } from '../../domain/product/QuantityStepper'
import { mayBeOrdered } from '../../domain/product/regulation'
import { nameIn, useLang, useT } from '../../lib/i18n'
import { useQuery } from '../../lib/query/use-query'
import { ErrorState } from '../../ui/ErrorState'
import { IconButton } from '../../ui/IconButton'
import { SearchField } from '../../ui/SearchField'
import { Spinner } from '../../ui/Spinner'
import { sellableQuery } from './api'
import { mostOf, type PhoneLine, phoneTotals, withOneMore } from './lines'

interface ProductPickerProps {
  store: string
  lines: readonly PhoneLine[]
  /** Ids that the server complained about. */
  refused: ReadonlySet<string>
  onLines: (lines: PhoneLine[]) => void
}

/** What the caller wants: found by name, added by one press, with a quantity. */
export function ProductPicker({ store, lines, refused, onLines }: ProductPickerProps) {
  const t = useT()
  const [name, setName] = useState('')
  const found = useQuery(sellableQuery(store, name))
  return (
    <>
      <SearchField label={t('phone_order.find_product')} searched={name} onSearch={setName} />
      {name !== '' && found.isError && (
        <ErrorState
          title={t('phone_order.products_failed')}
          busy={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      )}
      {name !== '' && found.isPending && <Spinner label={t('common.loading')} />}
      {name !== '' && found.data?.length === 0 && (
        <p role="status" className="text-muted">
          {t('phone_order.no_products')}
        </p>
      )}
      {name !== '' && found.data !== undefined && found.data.length > 0 && (
        <ul
          aria-label={t('phone_order.found')}
          className="divide-y divide-line rounded-control border border-line"
        >
          {found.data.map((product) => (
            <Found
              key={product.id}
              product={product}
              onAdd={() => onLines(withOneMore(lines, product))}
            />
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <ul aria-label={t('phone_order.lines')} className="divide-y divide-line">
          {lines.map((line) => (
            <Line
              key={line.product.id}
              line={line}
              refused={refused.has(line.product.id)}
              onQuantity={(quantity) =>
                onLines(lines.map((one) => (one === line ? { ...one, quantity } : one)))
              }
              onRemove={() => onLines(lines.filter((one) => one !== line))}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function Found({ product, onAdd }: { product: Product; onAdd: () => void }) {
  const t = useT()
  const { lang } = useLang()
  const most = mostOf(product)
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <span className="w-12 shrink-0">
        <ProductPicture source={product.images[0]} alt="" sizes="48px" className="rounded-small" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold">
          <ProductName of={product} />
        </p>
        <Price
          size="sm"
          price={product.price}
          discount={product.discount}
          discountedPrice={product.discounted_price}
        />
        <p className="text-sm text-muted">
          {mayBeOrdered(product)
            ? most > 0
              ? t('phone_order.stock', { count: product.nb_in_stock })
              : t('product.out_of_stock')
            : t('product.prescription_only')}
        </p>
      </div>
      <IconButton
        label={t('phone_order.add', { name: nameIn(lang, product) })}
        icon={<Plus className="size-5" />}
        disabled={most === 0}
        onClick={onAdd}
      />
    </li>
  )
}

interface LineProps {
  line: PhoneLine
  refused: boolean
  onQuantity: (quantity: number) => void
  onRemove: () => void
}

function Line({ line, refused, onQuantity, onRemove }: LineProps) {
  const t = useT()
  const { lang } = useLang()
  const { product, quantity } = line
  const name = nameIn(lang, product)
  const most = line.gone === true ? 0 : mostOf(product)
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold">
          <ProductName of={product} />
        </p>
        <p className="text-sm text-muted tabular">
          <bdi dir="ltr">{formatCents(phoneTotals([line]).subtotal)}</bdi>
        </p>
        {(refused || quantity > most) && (
          <p className="text-sm text-danger">
            {mayBeOrdered(product)
              ? t('phone_order.at_most', { count: most })
              : t('product.prescription_only')}
          </p>
        )}
      </div>
      <div className="flex items-center gap-1">
        <QuantityStepper
          label={name}
          value={quantity}
          max={Math.max(most, 1)}
          onDecrease={() => onQuantity(Math.min(quantity - 1, Math.max(most, 1)))}
          onIncrease={() => onQuantity(quantity + 1)}
        />
        <IconButton
          label={t('phone_order.remove', { name })}
          icon={<Trash2 className="size-5" />}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}
