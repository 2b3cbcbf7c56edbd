import { KindLinks } from '../../ui/KindLinks'
import { fieldLabel } from '../../domain/product/field-label'
import { ProductName } from '../../domain/product/ProductName'
import { type Translate, useT } from '../../lib/i18n'
import { Pagination } from '../../ui/Pagination'
import { Tag } from '../../ui/Tag'
import { importKinds, type ImportKind, type ImportRow } from './api'

interface ImportDifferencesProps {
  rows: readonly ImportRow[]
  total: number
  pageSize: number
  kind: ImportKind | ''
  page: number
  /** Whether the rows are imported already. */
  done: boolean
  hrefFor: (kind: ImportKind | '', page: number) => string
}

/** What a file changes, row by row: the values before and after, and what happened since its export. */
export function ImportDifferences(props: ImportDifferencesProps) {
  const { rows, total, pageSize, kind, page, done, hrefFor } = props
  const t = useT()
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg">
        {t(done ? 'admin.import_differences_done' : 'admin.import_differences')}
      </h2>
      <KindLinks
        label={t('admin.import_kinds')}
        kinds={['', ...importKinds] as const}
        chosen={kind}
        hrefFor={(one) => hrefFor(one, 1)}
      >
        {(one) => t(one === '' ? 'admin.import_kind_all' : `admin.import_kind_${one}`)}
      </KindLinks>
      {rows.length === 0 && <p className="text-muted">{t('admin.import_no_differences')}</p>}
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.row} className="flex flex-col gap-2 py-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="text-sm text-muted tabular">
                {t('admin.import_row', { row: row.row })}
              </span>
              <ProductName of={row} className="font-semibold" />
              <bdi dir="ltr" className="text-sm text-muted">
                {row.code}
              </bdi>
              <Tag tone={tones[row.kind]}>{t(`admin.import_kind_${row.kind}`)}</Tag>
            </div>
            <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
              {row.changes.map((change) => (
                <ChangeLine key={change.field} change={change} />
              ))}
            </dl>
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={Math.ceil(total / pageSize)}
        hrefFor={(next) => hrefFor(kind, next)}
      />
    </section>
  )
}

const tones = { new: 'good', changed: 'waiting', same: 'neutral' } as const

type Change = ImportRow['changes'][number]

function ChangeLine({ change }: { change: Change }) {
  const t = useT()
  return (
    <>
      <dt className="text-muted">{label(t, change.field)}</dt>
      <dd className="min-w-0 break-words">
        {change.old !== change.new && (
          <p className="flex flex-wrap items-baseline gap-x-2">
            {change.old !== '' && (
              <>
                <del className="text-muted">
                  <bdi>{valueText(t, change.field, change.old)}</bdi>
                </del>
                <span aria-hidden="true" className="rtl:-scale-x-100">
                  →
                </span>
              </>
            )}
            <ins className="font-semibold no-underline">
              <bdi>{valueText(t, change.field, change.new)}</bdi>
            </ins>
          </p>
        )}
        {change.note !== undefined && <p className="text-warning">{noteText(t, change)}</p>}
      </dd>
    </>
  )
}

function label(t: Translate, field: string): string {
  if (field === 'store') return t('page.store')
  return field === 'status' || field === 'status_note' ? t('common.status') : fieldLabel(t, field)
}

function valueText(t: Translate, field: string, value: string): string {
  if (value === '') return '–'
  if (field === 'price') return `$${value}`
  const kinds = ['category', 'regulation', 'form']
  return kinds.includes(field) ? (t.maybe(`${field}.${value}`) ?? value) : value
}

function noteText(t: Translate, change: Change) {
  if (change.note === undefined || change.note === 'edited') return t('admin.import_note_edited')
  const exported = Number(change.exported)
  const now = Number(change.old)
  const difference = Number(change.file) - exported
  const number = (of: number, sign = '') => (
    <bdi key={`${sign}${of}`} dir="ltr" className="tabular">
      {sign}
      {of}
    </bdi>
  )
  return (
    <>
      {t.nodes(now < exported ? 'admin.import_note_sold' : 'admin.import_note_came', {
        count: number(Math.abs(now - exported)),
        exported: number(exported),
        now: number(now),
      })}{' '}
      {change.note === 'stock_stays'
        ? t.nodes('admin.import_note_stock_stays', { result: number(Number(change.new)) })
        : t.nodes(`admin.import_note_${change.note}`, {
            difference: number(difference, difference > 0 ? '+' : ''),
            result: number(Number(change.new)),
          })}
    </>
  )
}
