import { inLang, useLang, useT } from '../../lib/i18n'
import type { ConcernText } from '../../lib/page-data'
import { Alert } from '../../ui/Alert'

interface ConcernNoteProps {
  concern: ConcernText
  /** Says which concern was understood; a screen that is named after it need not. */
  named?: boolean
}

/** Which concern the list is for, and the advice that goes with it. */
export function ConcernNote({ concern, named = false }: ConcernNoteProps) {
  const t = useT()
  const { lang } = useLang()
  const label = inLang(lang, concern.label)
  const advice = concern.advice === undefined ? '' : inLang(lang, concern.advice)
  return (
    <>
      {named && label !== '' && (
        <p className="mt-2 inline-block rounded-full bg-primary-tint px-3 py-1 text-sm font-semibold text-primary">
          {t.nodes('search.for_concern', { concern: <bdi key="concern">{label}</bdi> })}
        </p>
      )}
      {advice !== '' && (
        <Alert tone="info" className="mt-3">
          <p>
            <bdi>{advice}</bdi>
          </p>
        </Alert>
      )}
    </>
  )
}
