import { useEffect, useState } from 'react'
import { useLocation } from '../../lib/router'
import { useT } from '../../lib/i18n'
import { dropNavigationState } from '../../lib/navigation-state'
import { Alert } from '../../ui/Alert'
import { type Notice, noticeOf } from './notice'

/** The word on top of a screen about why one is there; gone after dismissal, leaving or reload. */
export function AccessNotice({ standing }: { standing?: Notice | undefined }) {
  const t = useT()
  const location = useLocation()
  const [dismissed, setDismissed] = useState<string | null>(null)
  const notice = noticeOf(location.state) ?? standing

  useEffect(() => {
    if (noticeOf(location.state) === null) return
    // The browser keeps navigation state across a reload; the router keeps its own copy for now.
    dropNavigationState()
  }, [location])

  if (notice === undefined || dismissed === location.key) return null
  return (
    <div className="page-width pt-4">
      <Alert tone={notice.tone} onDismiss={() => setDismissed(location.key)}>
        {t(notice.key)}
      </Alert>
    </div>
  )
}
