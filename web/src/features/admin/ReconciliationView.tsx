import { type ChangeEvent, type FormEvent, useState } from 'react'
import { formatPrice } from '../../domain/money/money'
import { longDate, longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { buttonStyle } from '../../ui/button-style'
import { Card } from '../../ui/Card'
import { Link } from '../../ui/Link'
import { Tag } from '../../ui/Tag'
import { TextInput } from '../../ui/TextInput'
import type { Reconciliation } from './reconciliation'

interface ReconciliationViewProps {
  runs: readonly Reconciliation[]
  busy: boolean
  onPeriod: (from: string, to: string) => void
  onFile: (text: string) => void
}

/** Where the gateway says otherwise than the books, and what to do about each payment. */
export function ReconciliationView({ runs, busy, onPeriod, onFile }: ReconciliationViewProps) {
  const t = useT()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    onPeriod(from, to)
  }

  async function read(event: ChangeEvent<HTMLInputElement>) {
    const field = event.target
    const [file] = field.files ?? []
    if (file !== undefined) onFile(await file.text())
    field.value = ''
  }

  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">{t('reconcile.text')}</p>
      <Card>
        <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
          <TextInput
            name="from"
            type="date"
            required
            label={t('admin.from_day')}
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextInput
            name="to"
            type="date"
            required
            label={t('admin.to_day')}
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
          <Button type="submit" busy={busy}>
            {t('reconcile.compare')}
          </Button>
          <label className={buttonStyle({ variant: 'secondary' })}>
            {t('reconcile.file')}
            <input
              type="file"
              accept=".csv,text/csv"
              className="sr-only"
              onChange={(event) => void read(event)}
            />
          </label>
        </form>
      </Card>
      {runs.length === 0 && <p>{t('reconcile.none')}</p>}
      {runs.map((run) => (
        <Card key={run._id} as="section">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h2 className="text-lg">
              {run.source === 'file'
                ? t('reconcile.by_file')
                : t('reconcile.period', {
                    from: longDate(t, run.from),
                    to: longDate(t, dayBefore(run.until)),
                  })}
            </h2>
            {run.done ? (
              <Tag tone={run.differences.length === 0 ? 'good' : 'bad'}>
                {t('reconcile.found', { count: run.differences.length })}
              </Tag>
            ) : (
              <Tag tone="waiting">{t('reconcile.running')}</Tag>
            )}
          </div>
          <p className="text-sm text-muted">
            {longDateTime(t, run.at)} · {t('reconcile.checked', { count: run.checked })}
          </p>
          {run.differences.length > 0 && (
            <ul className="mt-3 flex flex-col gap-3">
              {run.differences.map((difference) => (
                <li key={difference.key}>
                  <Alert tone="warning" title={t(`reconcile.kind_${difference.kind}`)}>
                    <p>{t(`reconcile.todo_${difference.kind}`)}</p>
                    <p className="mt-1 text-sm">
                      {t.nodes('reconcile.amounts', {
                        ours: (
                          <bdi key="ours" dir="ltr" className="tabular">
                            {formatPrice(difference.ours)}
                          </bdi>
                        ),
                        theirs: (
                          <bdi key="theirs" dir="ltr" className="tabular">
                            {formatPrice(difference.theirs)}
                          </bdi>
                        ),
                      })}
                    </p>
                    <p className="text-sm break-all">
                      {difference.order === undefined ? (
                        <bdi dir="ltr">{difference.key}</bdi>
                      ) : (
                        <Link
                          to={`/admin/orders?order=${difference.order}`}
                          className="inline-flex min-h-11 items-center font-semibold text-primary hover:underline"
                        >
                          {t('order.number', { number: difference.order })}
                        </Link>
                      )}
                    </p>
                  </Alert>
                </li>
              ))}
            </ul>
          )}
        </Card>
      ))}
    </div>
  )
}

/** The last day of a period that ends before this moment. */
function dayBefore(until: string): string {
  return new Date(Date.parse(until) - 1).toISOString()
}
