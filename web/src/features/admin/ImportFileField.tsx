import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { useT } from '../../lib/i18n'
import { buttonStyle } from '../../ui/button-style'
import { cx } from '../../ui/cx'

interface ImportFileFieldProps {
  file: File | null
  onFile: (file: File) => void
  /** What is said while no file is chosen. */
  invitation: string
  /** The kinds of files that can be chosen. */
  accept?: string
}

/** Where a file is dropped or chosen. */
export function ImportFileField({
  file,
  onFile,
  invitation,
  accept = '.csv,text/csv',
}: ImportFileFieldProps) {
  const t = useT()
  const [over, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [first] = event.dataTransfer.files
    if (first !== undefined) onFile(first)
  }

  return (
    // Dropping is an extra for pointers; everyone has the button inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'flex flex-col items-center gap-3 rounded-card border-2 border-dashed px-4 py-8 text-center transition-colors',
        over ? 'border-primary bg-primary-tint' : 'border-line',
      )}
    >
      <FileSpreadsheet aria-hidden="true" className="size-10 text-primary" />
      <p aria-live="polite" className={file === null ? 'text-muted' : 'font-semibold'}>
        {file === null ? invitation : <bdi>{file.name}</bdi>}
      </p>
      <label
        className={cx(
          buttonStyle({ variant: 'secondary' }),
          'relative focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary',
        )}
      >
        {t(file === null ? 'admin.import_choose' : 'admin.import_choose_other')}
        <input
          type="file"
          name="file"
          accept={accept}
          onChange={(event) => {
            const chosen = event.target.files?.[0]
            if (chosen !== undefined) onFile(chosen)
            // The same file may be chosen again after it was corrected.
            event.target.value = ''
          }}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
    </div>
  )
}
