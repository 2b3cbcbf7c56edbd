import { useState } from 'react'
import {
  type BulkAnswer,
  bulkReason,
  type BulkRow,
  rowChanges,
} from '../../domain/product-table/bulk'
import type { ManagedProduct } from '../../domain/product-table/row-edit'
import { ProductName } from '../../domain/product/ProductName'
import { foldDigits } from '../../lib/digits'
import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import { useWrite } from '../../ui/use-write'
import { type BulkChange, editProducts } from './bulk-api'

const kinds = ['price_percent', 'price_by', 'stock_by', 'stock_to', 'off_sale', 'on_sale'] as const

type Kind = (typeof kinds)[number]

interface BulkEditProps {
  store: string
  selected: readonly ManagedProduct[]
  onDone: (answer: BulkAnswer) => unknown
}

/** One change for all products that are selected: chosen, looked at, then made. */
export function BulkEdit({ store, selected, onDone }: BulkEditProps) {
  const t = useT()
  const [kind, setKind] = useState<Kind>('price_percent')
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const [preview, setPreview] = useState<readonly BulkRow[] | null>(null)
  const switching = kind === 'off_sale' || kind === 'on_sale'
  const change = switching ? { off_sale: kind === 'off_sale' } : numberChange(kind, typed)
  const look = useWrite({
    resource: 'bulk-edit',
    write: (of: BulkChange) => editProducts(store, of, selected, true),
    onDone: ({ rows }) => setPreview(rows),
  })
  const make = useWrite({
    resource: 'bulk-edit',
    write: (of: BulkChange) => editProducts(store, of, selected, false),
    onDone: (answer) => {
      setPreview(null)
      setTyped('')
      return onDone(answer)
    },
    onFailed: () => {}, // said in the dialog
  })

  function show() {
    setWrong(change === null)
    make.reset()
    if (change !== null) look.send(change)
  }

  const count = preview?.filter(rowChanges).length ?? 0
  return (
    <section
      aria-label={t('product.bulk_title')}
      className="sticky bottom-16 z-10 mt-3 grid grid-cols-2 items-end gap-3 rounded-card border border-line bg-paper p-3 shadow-raised lg:bottom-3"
    >
      <p role="status" className="self-center font-semibold">
        {t('product.bulk_selected', { count: selected.length })}
      </p>
      <Button busy={look.busy} className="justify-self-end" onClick={show}>
        {t('product.bulk_preview')}
      </Button>
      <Select
        name="bulk_kind"
        label={t('product.bulk_what')}
        value={kind}
        onChange={(event) => {
          setKind(event.target.value as Kind)
          setWrong(false)
        }}
        options={kinds.map((value) => ({ value, label: t(`product.bulk_${value}`) }))}
      />
      {!switching && (
        <TextInput
          name="bulk_value"
          ltr
          inputMode="text"
          autoComplete="off"
          label={t(`product.bulk_value_${kind}`)}
          error={wrong ? t('product.bulk_value_wrong') : undefined}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setWrong(false)
          }}
        />
      )}
      <Dialog
        open={preview !== null}
        onClose={() => setPreview(null)}
        title={t('product.bulk_preview_title')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setPreview(null)}>
              {t('common.cancel')}
            </Button>
            {count > 0 && change !== null && (
              <Button busy={make.busy} onClick={() => make.send(change)}>
                {t('product.bulk_apply', { count })}
              </Button>
            )}
          </>
        }
      >
        {make.failure !== null && <Alert tone="error">{errorText(t, make.failure)}</Alert>}
        {count === 0 && <p className="mb-2 text-muted">{t('product.bulk_nothing')}</p>}
        <ul className="max-h-[50dvh] divide-y divide-line overflow-y-auto">
          {preview?.map((row) => {
            const of = selected.find(({ product }) => product.id === row._id)
            return (
              of !== undefined && (
                <li key={row._id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2">
                  <ProductName of={of.product} className="min-w-0 font-semibold" />
                  <Outcome row={row} />
                </li>
              )
            )
          })}
        </ul>
      </Dialog>
    </section>
  )
}

function Outcome({ row }: { row: BulkRow }) {
  const t = useT()
  if (row.code !== undefined) {
    return <span className="text-warning">{bulkReason(t, row.code)}</span>
  }
  if (!rowChanges(row)) return <span className="text-muted">{t('product.bulk_stays')}</span>
  const { before, after } = row
  if (before.off_sale !== after.off_sale) {
    return <span>{t(after.off_sale ? 'product.bulk_off_sale' : 'product.bulk_on_sale')}</span>
  }
  const [was, is] =
    before.price === after.price
      ? [String(before.nb_in_stock), String(after.nb_in_stock)]
      : [`$${before.price.toFixed(2)}`, `$${after.price.toFixed(2)}`]
  return (
    <span className="flex items-baseline gap-x-2 tabular">
      <del className="text-muted">
        <bdi dir="ltr">{was}</bdi>
      </del>
      <span aria-hidden="true" className="rtl:-scale-x-100">
        →
      </span>
      <ins className="font-semibold no-underline">
        <bdi dir="ltr">{is}</bdi>
      </ins>
    </span>
  )
}

/** The change that a typed number means, or null when it is none. */
export function numberChange(
  kind: 'price_percent' | 'price_by' | 'stock_by' | 'stock_to',
  typed: string,
): BulkChange | null {
  const text = foldDigits(typed).trim().replace('−', '-').replace(',', '.').replace(/[%$]/g, '')
  const whole = kind === 'stock_by' || kind === 'stock_to'
  const shape = whole ? /^[+-]?\d{1,6}$/ : /^[+-]?\d{1,6}(?:\.\d{1,2})?$/
  const value = Number(text)
  if (!shape.test(text) || (value === 0 && kind !== 'stock_to')) return null
  if (kind === 'stock_to' && value < 0) return null
  if (kind === 'price_percent' && (value < -99 || value > 1000)) return null
  return { [kind]: value }
}
