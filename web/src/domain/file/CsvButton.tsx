import { Download } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { saveFile } from '../../lib/save-file'
import { Button } from '../../ui/Button'
import { useWrite } from '../../ui/use-write'

interface CsvButtonProps {
  /** The name of the file, without its ending. */
  name: string
  /** Asks the server for the text of the file. */
  read: () => Promise<string>
  /** On a phone it shows its sign only. */
  compact?: boolean
}

/** Saves what the screen shows as a file that spreadsheets open. */
export function CsvButton({ name, read, compact = false }: CsvButtonProps) {
  const t = useT()
  const file = useWrite({
    resource: `file ${name}`,
    write: read,
    // The mark, which the browser takes off what it reads, tells spreadsheets that it is Unicode.
    onDone: (text) => saveFile(`${name}.csv`, 'text/csv;charset=utf-8', `\ufeff${text}`),
  })
  return (
    <Button
      variant="secondary"
      title={compact ? t('desk.export') : undefined}
      busy={file.busy}
      onClick={() => file.send()}
    >
      <Download aria-hidden="true" className="size-5" />
      <span className={compact ? 'max-sm:sr-only' : undefined}>{t('desk.export')}</span>
    </Button>
  )
}
