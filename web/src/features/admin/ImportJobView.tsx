import type { ReactNode } from 'react'
import { type Translate, useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Progress } from '../../ui/Progress'
import { isUnderWay, type ImportJob } from './api'

interface ImportJobViewProps {
  job: ImportJob
  /** What to do after a check that found nothing wrong. */
  next?: ReactNode
}

/** How far a check or an import is, and what came of it. */
export function ImportJobView({ job, next }: ImportJobViewProps) {
  const t = useT()
  if (isUnderWay(job)) {
    const row = { row: job.done, rows: job.total }
    return (
      <Progress
        value={job.total === 0 ? 0 : job.done / job.total}
        label={
          job.total === 0
            ? t('admin.import_waiting')
            : t(job.dry_run ? 'admin.import_checking' : 'admin.import_running', row)
        }
      />
    )
  }
  if (job.problem_count > 0) return <Problems job={job} />
  if (job.state === 'failed') {
    return <Alert tone="error">{t('admin.import_failed')}</Alert>
  }
  const counts = <Counts job={job} />
  return job.dry_run ? (
    <Alert tone="success" title={t('admin.import_ready', { count: job.total })} action={next}>
      {counts}
    </Alert>
  ) : (
    <Alert tone="success" title={t('admin.import_done', { count: job.created + job.updated })}>
      {counts}
    </Alert>
  )
}

function Counts({ job }: { job: ImportJob }) {
  const t = useT()
  const unchanged = job.unchanged ?? Math.max(0, job.total - job.created - job.updated)
  return (
    <ul className="flex flex-wrap gap-x-4 tabular">
      <li>{t('admin.import_new', { count: job.created })}</li>
      <li>{t('admin.import_changed', { count: job.updated })}</li>
      <li>{t('admin.import_unchanged', { count: unchanged })}</li>
    </ul>
  )
}

function Problems({ job }: { job: ImportJob }) {
  const t = useT()
  return (
    <div className="flex flex-col gap-3">
      <Alert tone="error" title={t('admin.import_problems', { count: job.problem_count })}>
        {t('error.import_invalid')}
      </Alert>
      <div
        role="region"
        aria-label={t('admin.import_problem_list')}
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-[60dvh] overflow-auto rounded-card border border-line bg-paper"
      >
        <table className="w-full text-sm">
          <thead className="sticky top-0 bg-quiet">
            <tr>
              {(['row', 'column', 'problem', 'value'] as const).map((column) => (
                <th key={column} scope="col" className="px-3 py-2 text-start font-semibold">
                  {t(`admin.import_col_${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {job.problems.map(({ row, column, code, value }) => (
              <tr key={`${row} ${column} ${code}`}>
                <td className="px-3 py-2 tabular">{row}</td>
                <td className="px-3 py-2">
                  <bdi dir="ltr">{column}</bdi>
                </td>
                <td className="px-3 py-2">{problemText(t, code)}</td>
                <td className="max-w-60 px-3 py-2 break-words text-muted">
                  <bdi>{value}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {job.problem_count > job.problems.length && (
        <p className="text-sm text-muted">
          {t('admin.import_first_problems', { count: job.problems.length })}
        </p>
      )}
    </div>
  )
}

function problemText(t: Translate, code: string): string {
  return t.maybe(`rule.${code}`) ?? t.maybe(`error.${code}`) ?? code
}
