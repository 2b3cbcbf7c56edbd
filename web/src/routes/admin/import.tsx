import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useLocation, useNavigate } from '../../lib/router'
import {
  checkImport,
  confirmImport,
  type ImportJob,
  importJobQuery,
  importKinds,
  importRowsQuery,
  isUnderWay,
} from '../../features/admin/api'
import { ImportDifferences } from '../../features/admin/ImportDifferences'
import { ImportFileField } from '../../features/admin/ImportFileField'
import { ImportJobView } from '../../features/admin/ImportJobView'
import { ApiError, errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { pageText, readPage } from '../../lib/list-address'
import { readQuery, writeQuery } from '../../lib/query-string'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { buttonStyle } from '../../ui/button-style'
import { Card } from '../../ui/Card'
import { Progress } from '../../ui/Progress'
import { useWrite } from '../../ui/use-write'
import { AdminPage } from '../../features/admin/AdminPage'

/** The catalogue as a file: out of the shop, and checked back into it. */
export default function AdminImportScreen() {
  const t = useT()
  return (
    <AdminPage title={t('admin.import_export')}>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Import />
        <Card as="section" className="flex flex-col gap-3">
          <h2 className="text-lg">{t('admin.export_title')}</h2>
          <p className="text-muted">{t('admin.export_text')}</p>
          <a
            href="/api/admin/export/products"
            download
            className={buttonStyle({ variant: 'secondary' })}
          >
            <Download aria-hidden="true" className="size-5" />
            {t('admin.export')}
          </a>
        </Card>
      </div>
    </AdminPage>
  )
}

function Import() {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const id = readQuery(useLocation().search).get('job') ?? ''
  const [file, setFile] = useState<File | null>(null)
  const [sent, setSent] = useState(0)
  const query = useQuery(importJobQuery(id))
  const job = id === '' ? undefined : query.data
  const upload = useWrite({
    resource: 'import',
    write: (chosen: File) => checkImport(chosen, setSent),
    onSend: () => setSent(0),
    onDone: (started) => show(started.id),
    onFailed: () => {}, // said below
  })
  const confirm = useWrite({
    resource: 'import',
    write: () => confirmImport(id),
    onDone: (queued) => client.setQueryData(importJobQuery(id).queryKey, queued),
    onFailed: () => {}, // said below
  })
  const failure = upload.failure ?? confirm.failure
  const busy = upload.busy || confirm.busy || (job !== undefined && isUnderWay(job))

  // An import that is over has changed what every list shows.
  const imported = job !== undefined && !job.dry_run && job.state === 'done'
  useEffect(() => {
    if (imported) void client.invalidateQueries()
  }, [imported, client])

  function show(job: string) {
    navigate(`/admin/import${writeQuery([['job', job]])}`, { replace: true })
  }

  function choose(chosen: File) {
    setFile(chosen)
    upload.reset()
    confirm.reset()
    show('')
  }

  function check() {
    confirm.reset()
    if (file !== null && !busy) upload.send(file)
  }

  const lost = query.error instanceof ApiError && query.error.status === 404
  return (
    <Card as="section" className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg">{t('admin.import_title')}</h2>
        <p className="text-muted">{t('admin.import_text')}</p>
      </div>
      {!busy && <ImportFileField file={file} onFile={choose} invitation={t('admin.import_drop')} />}
      {file !== null && !busy && (job === undefined || job.state === 'failed') && (
        <Button className="self-start" onClick={check}>
          {t('admin.import_check')}
        </Button>
      )}
      {failure !== null && (
        <Alert tone="error">
          <p>{errorText(t, failure)}</p>
          <WrongHeadings failure={failure} />
        </Alert>
      )}
      {lost && <Alert tone="warning">{t('admin.import_lost')}</Alert>}
      {upload.busy && (
        <Progress
          value={sent}
          label={t('admin.import_uploading', { percent: Math.round(sent * 100) })}
        />
      )}
      {!upload.busy && job !== undefined && !lost && (
        <ImportJobView
          job={job}
          next={
            <Button busy={confirm.busy} onClick={() => confirm.send()}>
              {t('admin.import_run')}
            </Button>
          }
        />
      )}
      {!upload.busy && job !== undefined && !lost && <Differences job={job} />}
    </Card>
  )
}

/** What the file changes, once it is checked. */
function Differences({ job }: { job: ImportJob }) {
  const values = readQuery(useLocation().search)
  const kind = importKinds.find((one) => one === values.get('kind')) ?? ''
  const page = readPage(values)
  const ended = job.state === 'done' && job.problem_count === 0
  const version = ended ? (job.finished_at ?? '') : ''
  const { data } = useQuery(importRowsQuery(job.id, version, kind, page))
  if (!ended || data === undefined) return null
  return (
    <ImportDifferences
      rows={data.rows}
      total={data.total}
      pageSize={data.page_size}
      kind={kind}
      page={page}
      done={!job.dry_run}
      hrefFor={(nextKind, nextPage) =>
        `/admin/import${writeQuery([
          ['job', job.id],
          ['kind', nextKind],
          ['page', pageText(nextPage)],
        ])}`
      }
    />
  )
}

/** The headings that nobody knows, or that are missing, as they stand in the file. */
function WrongHeadings({ failure }: { failure: Error }) {
  const columns = failure instanceof ApiError ? failure.body['columns'] : undefined
  if (!Array.isArray(columns)) return null
  return (
    <ul className="mt-1 flex flex-wrap gap-2">
      {columns.map((column) => (
        <li key={String(column)} className="rounded-full bg-paper px-2.5 py-0.5 font-semibold">
          <bdi>{String(column)}</bdi>
        </li>
      ))}
    </ul>
  )
}
