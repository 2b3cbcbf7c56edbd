import { KindLinks } from '../../ui/KindLinks'
import { type FormEvent, useState } from 'react'
import { Pounds } from '../../domain/money/Pounds'
import { longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Checkbox } from '../../ui/Checkbox'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { cx } from '../../ui/cx'
import { Pagination } from '../../ui/Pagination'
import { Select } from '../../ui/Select'
import { Tag } from '../../ui/Tag'
import { TextInput } from '../../ui/TextInput'
import {
  type PriceList,
  type PriceListKind,
  priceListKinds,
  type PriceListRow,
} from './price-lists'

/** What somebody decided about a list. */
export interface PriceListDecision {
  /** Absent is now. */
  at?: string
  accept: number[]
  accept_all: boolean
}

interface PriceListViewProps {
  list: PriceList
  rows: readonly PriceListRow[]
  total: number
  pageSize: number
  kind: PriceListKind
  page: number
  hrefFor: (kind: PriceListKind, page: number) => string
  busy: boolean
  onApply: (decision: PriceListDecision) => void
  onCancel: () => void
}

/** What a list would change, what needs a tick, and when it is applied. */
export function PriceListView(props: PriceListViewProps) {
  const { list, rows, total, pageSize, kind, page, hrefFor, busy, onApply, onCancel } = props
  const t = useT()
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [all, setAll] = useState(false)
  const open = list.state === 'compared'

  function tick(row: number, on: boolean) {
    const next = new Set(ticked)
    if (on) next.add(row)
    else next.delete(row)
    setTicked(next)
  }

  return (
    <div className="flex flex-col gap-4">
      <PriceListHeading list={list} />
      <Outcome list={list} />
      <KindLinks
        label={t('prices.kinds')}
        kinds={priceListKinds}
        chosen={kind}
        hrefFor={(one) => hrefFor(one, 1)}
      >
        {(one) => t(`prices.kind_${one}`, { count: countOf(list, one) })}
      </KindLinks>
      <Card as="section" className="flex flex-col gap-2">
        {kind === 'changed' && list.suspicious > 0 && open && (
          <>
            <p className="text-muted">{t('prices.text_changed')}</p>
            <Checkbox
              name="tick_all"
              label={t('prices.tick_all', { count: list.suspicious })}
              checked={all}
              onChange={(event) => setAll(event.target.checked)}
            />
          </>
        )}
        {kind === 'unmatched' && <p className="text-muted">{t('prices.text_unmatched')}</p>}
        {kind === 'missing' && <p className="text-muted">{t('prices.text_missing')}</p>}
        {rows.length === 0 && <p className="text-muted">{t('prices.no_rows')}</p>}
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <li key={`${row.row ?? ''} ${row.product?._id ?? ''}`} className="py-3">
              <RowView
                row={row}
                state={list.state}
                ticked={all || (row.row !== undefined && ticked.has(row.row))}
                onTick={all ? undefined : (on) => row.row !== undefined && tick(row.row, on)}
              />
            </li>
          ))}
        </ul>
        <Pagination
          page={page}
          pageCount={Math.ceil(total / pageSize)}
          hrefFor={(next) => hrefFor(kind, next)}
        />
      </Card>
      {open && list.changed > 0 && (
        <ApplyForm
          count={list.changed - list.suspicious + (all ? list.suspicious : ticked.size)}
          busy={busy}
          onApply={(at) =>
            onApply({ ...(at === undefined ? {} : { at }), accept: [...ticked], accept_all: all })
          }
        />
      )}
      {(open || list.state === 'scheduled') && <CancelButton busy={busy} onCancel={onCancel} />}
    </div>
  )
}

function countOf(list: PriceList, kind: PriceListKind): number {
  return {
    changed: list.changed,
    problem: list.problems,
    unmatched: list.unmatched,
    missing: list.missing,
  }[kind]
}

const tones = {
  compared: 'waiting',
  scheduled: 'waiting',
  applied: 'good',
  cancelled: 'bad',
} as const

/** Where a list comes from and how far it is. */
export function PriceListHeading({ list }: { list: PriceList }) {
  const t = useT()
  const date = longDateTime(t, list.at)
  return (
    <div className="flex flex-wrap items-start justify-between gap-2">
      <div className="min-w-0">
        <p className="font-semibold">
          <bdi>{list.source}</bdi>
        </p>
        <p className="text-sm text-muted">
          <bdi>{list.file_name}</bdi> ·{' '}
          {list.by === undefined
            ? t('prices.imported', { date })
            : t.nodes('prices.imported_by', { date, name: <bdi key="name">{list.by}</bdi> })}
        </p>
      </div>
      <Tag tone={tones[list.state]}>{t(`prices.state_${list.state}`)}</Tag>
    </div>
  )
}

function Outcome({ list }: { list: PriceList }) {
  const t = useT()
  if (list.state === 'scheduled' && list.apply_at !== undefined) {
    return (
      <Alert tone="info">{t('prices.applies_at', { date: longDateTime(t, list.apply_at) })}</Alert>
    )
  }
  if (list.state === 'applied') {
    return (
      <Alert tone={list.skipped > 0 ? 'warning' : 'success'}>
        {t('prices.applied_counts', { written: list.written, skipped: list.skipped })}
      </Alert>
    )
  }
  return <p className="text-sm text-muted">{t('prices.same', { count: list.same })}</p>
}

interface RowViewProps {
  row: PriceListRow
  state: PriceList['state']
  ticked: boolean
  onTick: ((on: boolean) => void) | undefined
}

function RowView({ row, state, ticked, onTick }: RowViewProps) {
  const t = useT()
  const { product } = row
  const inLanguage = t.lang === 'arabic' ? product?.arabic_name : product?.english_name
  const codes = [row.registration, row.barcode ?? product?.code].filter(
    (code) => code !== undefined,
  )
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-semibold break-words">
          <bdi>{inLanguage ?? row.name}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          {row.row !== undefined && <span>{t('prices.row', { row: row.row })}</span>}
          {codes.map((code) => (
            <bdi key={code} dir="ltr">
              {code}
            </bdi>
          ))}
        </p>
        {row.code !== undefined && (
          <p className="mt-1 text-sm font-medium text-warning">
            {t.maybe(`rule.${row.code}`)}
            {row.value !== undefined && (
              <>
                {' '}
                <bdi className="rounded-small bg-quiet px-1.5 text-ink">{row.value}</bdi>
              </>
            )}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 sm:flex-col sm:items-end">
        <Amounts row={row} />
        {row.state === 'applied' && <Tag tone="good">{t('prices.row_applied')}</Tag>}
        {row.state === 'skipped' && <Tag tone="bad">{t('prices.row_skipped')}</Tag>}
        {state === 'applied' && row.kind === 'changed' && row.state === undefined && (
          <Tag tone="waiting">{t('prices.left_out')}</Tag>
        )}
      </div>
      {row.suspicious && row.kind === 'changed' && state === 'compared' && (
        <Checkbox
          name={`tick_${row.row ?? ''}`}
          className="sm:col-span-2"
          label={t('prices.tick')}
          checked={ticked}
          disabled={onTick === undefined}
          onChange={(event) => onTick?.(event.target.checked)}
        />
      )}
    </div>
  )
}

/** The price before and the new one, and by how much it changes. */
function Amounts({ row }: { row: PriceListRow }) {
  const t = useT()
  const { old_lbp: old, new_lbp: now } = row
  if (now === undefined) return old === undefined ? null : <Pounds amount={old} />
  if (row.kind === 'unmatched') return <Pounds amount={now} />
  return (
    <p className="tabular">
      {t.nodes('prices.from_to', {
        old:
          old === undefined ? (
            <span key="old" className="text-muted">
              {t('prices.first')}
            </span>
          ) : (
            <span key="old" className="text-muted">
              <Pounds amount={old} />
            </span>
          ),
        new: (
          <strong key="new">
            <Pounds amount={now} />
          </strong>
        ),
      })}
      {old !== undefined && (
        <span className={cx('ms-2 text-sm', row.suspicious && 'font-semibold text-warning')}>
          <bdi dir="ltr">{percentText(old, now)}</bdi>
        </span>
      )}
    </p>
  )
}

function percentText(old: number, now: number): string {
  const percent = Math.round(((now - old) / old) * 1000) / 10
  return `${percent > 0 ? '+' : ''}${percent}%`
}

interface ApplyFormProps {
  count: number
  busy: boolean
  onApply: (at: string | undefined) => void
}

function ApplyForm({ count, busy, onApply }: ApplyFormProps) {
  const t = useT()
  const [when, setWhen] = useState('now')
  const [moment, setMoment] = useState('')
  const [missing, setMissing] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    const at = Date.parse(moment)
    if (when === 'now') onApply(undefined)
    else if (Number.isNaN(at)) setMissing(true)
    else onApply(new Date(at).toISOString())
  }

  return (
    <Card>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            name="when"
            label={t('prices.when')}
            options={[
              { value: 'now', label: t('prices.now') },
              { value: 'later', label: t('prices.later') },
            ]}
            value={when}
            onChange={(event) => setWhen(event.target.value)}
          />
          {when === 'later' && (
            <TextInput
              name="moment"
              type="datetime-local"
              label={t('prices.moment')}
              hint={t('prices.moment_hint')}
              value={moment}
              error={missing ? t('prices.moment_missing') : undefined}
              onChange={(event) => {
                setMoment(event.target.value)
                setMissing(false)
              }}
            />
          )}
        </div>
        <Button type="submit" busy={busy} disabled={count === 0} className="self-start">
          {t('prices.apply', { count })}
        </Button>
      </form>
    </Card>
  )
}

function CancelButton({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        className="self-start"
        disabled={busy}
        onClick={() => setAsking(true)}
      >
        {t('prices.cancel')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('prices.cancel')}
        confirmLabel={t('prices.cancel')}
        busy={busy}
        onConfirm={() => {
          setAsking(false)
          onCancel()
        }}
        onCancel={() => setAsking(false)}
      >
        {t('prices.cancel_confirm')}
      </ConfirmDialog>
    </>
  )
}
