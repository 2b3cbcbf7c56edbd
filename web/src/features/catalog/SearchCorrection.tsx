import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'

interface SearchedOtherwiseProps {
  /** What was typed and found nothing. */
  typed: string
  /** What it was read as, such as the same keys on the other keyboard. */
  read: string
}

/** Says that the results are of another reading of what was typed. */
export function SearchCorrection({ typed, read }: SearchedOtherwiseProps) {
  const t = useT()
  return (
    <Alert tone="info" className="mt-3">
      <p className="font-semibold">
        {t.nodes('search.showing_for', { query: <bdi key="query">{read}</bdi> })}
      </p>
      <p className="text-muted">
        {t.nodes('search.instead_of', { query: <bdi key="query">{typed}</bdi> })}
      </p>
    </Alert>
  )
}
