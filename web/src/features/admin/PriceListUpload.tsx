import { type FormEvent, useState } from 'react'
import { ApiError, errorText } from '../../lib/errors'
import { type Translate, useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import { useWrite } from '../../ui/use-write'
import { ImportFileField } from './ImportFileField'
import {
  comparePriceList,
  type PriceList,
  type PriceListColumns,
  type PriceListDraft,
  priceListFields,
  readColumns,
} from './price-lists'

interface PriceListUploadProps {
  /** Today, as a day of the calendar. */
  today: string
  onCompared: (list: PriceList) => void
}

/** Takes a file in: which column holds what, where it was published, and from when it holds. */
export function PriceListUpload({ today, onCompared }: PriceListUploadProps) {
  const t = useT()
  const [file, setFile] = useState<File | null>(null)
  const [columns, setColumns] = useState<PriceListColumns>()
  const read = useWrite({
    resource: 'price-list',
    write: readColumns,
    onSend: () => setColumns(undefined),
    onDone: setColumns,
    onFailed: () => {}, // said below
  })

  function choose(chosen: File) {
    setFile(chosen)
    read.send(chosen)
  }

  return (
    <Card as="section" className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg">{t('prices.new')}</h2>
        <p className="text-muted">{t('prices.text')}</p>
      </div>
      <ImportFileField
        file={file}
        onFile={choose}
        invitation={t('prices.drop')}
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      />
      {read.busy && <p role="status">{t('admin.import_waiting')}</p>}
      {read.failure !== null && <Alert tone="error">{failureText(t, read.failure)}</Alert>}
      {file !== null && columns !== undefined && (
        <ColumnsForm key={file.name} {...{ file, columns, today, onCompared }} />
      )}
    </Card>
  )
}

/** What is wrong with a file, with the row where it is known. */
function failureText(t: Translate, failure: Error): string {
  const said = errorText(t, failure)
  if (!(failure instanceof ApiError)) return said
  const { row, problem } = failure.body
  if (typeof row !== 'number') return said
  return t('prices.row_cannot', { row, problem: t.maybe(`rule.${String(problem)}`) ?? said })
}

interface ColumnsFormProps extends PriceListUploadProps {
  file: File
  columns: PriceListColumns
}

function ColumnsForm({ file, columns, today, onCompared }: ColumnsFormProps) {
  const t = useT()
  const [draft, setDraft] = useState<PriceListDraft>(() => ({
    columns: {
      registration: columns.suggested.registration ?? '',
      barcode: columns.suggested.barcode ?? '',
      price: columns.suggested.price ?? '',
      date: columns.suggested.date ?? '',
      name: columns.suggested.name ?? '',
    },
    source: '',
    validFrom: today,
  }))
  const compare = useWrite({
    resource: 'price-list',
    write: (sent: PriceListDraft) => comparePriceList(file, sent),
    onDone: onCompared,
    onFailed: () => {}, // said below
  })
  const wrong = compare.failure instanceof ApiError ? compare.failure.fields : {}
  const errorOf = (field: string) => {
    const code = wrong[field]
    return code === undefined ? undefined : (t.maybe(`rule.${code}`) ?? t('error.invalid_fields'))
  }
  const headings = [
    { value: '', label: t('prices.no_column') },
    ...columns.headings.map((heading) => ({ value: heading, label: heading })),
  ]

  function submit(event: FormEvent) {
    event.preventDefault()
    compare.send(draft)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div>
        <h3 className="font-semibold">{t('prices.columns')}</h3>
        <p className="text-sm text-muted">{t('prices.columns_text')}</p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {priceListFields.map((field) => (
          <Select
            key={field}
            name={field}
            label={t(`prices.field_${field}`)}
            optional={field === 'name' || field === 'date'}
            options={headings}
            value={draft.columns[field]}
            error={errorOf(field)}
            onChange={(event) =>
              setDraft({ ...draft, columns: { ...draft.columns, [field]: event.target.value } })
            }
          />
        ))}
      </div>
      <Sample columns={columns} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          name="source"
          label={t('prices.source')}
          hint={t('prices.source_hint')}
          maxLength={200}
          value={draft.source}
          error={errorOf('source')}
          onChange={(event) => setDraft({ ...draft, source: event.target.value })}
        />
        <TextInput
          name="valid_from"
          type="date"
          label={t('prices.valid_from')}
          hint={t('prices.valid_from_hint')}
          value={draft.validFrom}
          error={errorOf('valid_from')}
          onChange={(event) => setDraft({ ...draft, validFrom: event.target.value })}
        />
      </div>
      {compare.failure !== null && Object.keys(wrong).length === 0 && (
        <Alert tone="error">{failureText(t, compare.failure)}</Alert>
      )}
      <Button type="submit" busy={compare.busy} className="self-start">
        {t('prices.compare')}
      </Button>
    </form>
  )
}

/** The first rows as they stand in the file. */
function Sample({ columns }: { columns: PriceListColumns }) {
  const t = useT()
  return (
    <div
      // A table wider than the screen is scrolled by keyboard too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={t('prices.sample')}
      className="overflow-x-auto rounded-control border border-line"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{t('prices.sample')}</caption>
        <thead className="bg-quiet">
          <tr>
            {columns.headings.map((heading) => (
              <th key={heading} scope="col" className="px-3 py-2 text-start whitespace-nowrap">
                <bdi>{heading}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.sample.map((cells) => (
            <tr key={cells.join('\u0000')} className="border-t border-line">
              {columns.headings.map((heading, at) => (
                <td key={heading} className="px-3 py-2 whitespace-nowrap">
                  <bdi>{cells[at]}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
