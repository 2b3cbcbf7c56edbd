import { useT } from '../../lib/i18n'
import { writeQuery } from '../../lib/query-string'
import { Alert } from '../../ui/Alert'
import { Link } from '../../ui/Link'

interface SearchCorrectionProps {
  /** What was typed and found nothing. */
  typed: string
  /** What the results are for: the same keys on the other keyboard, or the words spelt right. */
  shown?: string
}

/** Says that the results are for something else than what was typed, and how to search for just that. */
export function SearchCorrection({ typed, shown }: SearchCorrectionProps) {
  const t = useT()
  const query = <bdi key="query">{typed}</bdi>
  return (
    <Alert tone="info" className="mt-3">
      {shown === undefined ? (
        <p className="font-semibold">{t.nodes('search.corrected', { query })}</p>
      ) : (
        <>
          <p className="font-semibold">
            {t.nodes('search.showing_for', { query: <bdi key="query">{shown}</bdi> })}
          </p>
          <p className="text-muted">{t.nodes('search.instead_of', { query })}</p>
        </>
      )}
      <p>
        <Link
          to={`/search-results${writeQuery([['q', `"${typed}"`]])}`}
          className="inline-block py-2.5 font-semibold text-primary underline underline-offset-4"
        >
          {t.nodes('search.literally', { query })}
        </Link>
      </p>
    </Alert>
  )
}
