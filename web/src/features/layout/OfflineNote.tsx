import { CloudOff, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Connection, useConnection } from '../../lib/connection'
import { type Translate, useT } from '../../lib/i18n'
import { IconButton } from '../../ui/IconButton'

interface OfflineNoteProps {
  /** The shop answers, but not whether one is signed in. */
  sessionTrouble: boolean
}

/**
 * Says that there is no connection, or that the line is so slow that a stored copy is shown, and how
 * old it is, or that it is not known who is looking; until it is closed or the shop answers.
 * It stands in a `ConnectionRegion`.
 */
export function OfflineNote({ sessionTrouble }: OfflineNoteProps) {
  const connection = useConnection()
  const { reached, savedAt } = connection
  const shown = !reached || savedAt !== null || sessionTrouble
  // Closed for this loss or this copy; the next one is told again.
  return shown && <Note key={`${reached} ${savedAt} ${sessionTrouble}`} {...connection} />
}

function Note({ reached, savedAt }: Connection) {
  const t = useT()
  const now = useMinuteClock()
  const [closed, setClosed] = useState(false)
  if (closed) return null
  return (
    <div
      data-notice="connection"
      className="pointer-events-auto mx-auto flex w-fit max-w-xl items-center gap-3 rounded-card border border-control bg-paper ps-4 pe-1 text-sm shadow-raised"
    >
      <CloudOff aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="py-3">
        {!reached && <p>{t('session.offline')}</p>}
        {savedAt !== null && <p>{savedCopyText(t, now - savedAt)}</p>}
        {reached && savedAt === null && <p>{t('session.check_failed')}</p>}
      </div>
      <IconButton
        label={t('common.close')}
        icon={<X aria-hidden="true" className="size-5" />}
        onClick={() => setClosed(true)}
      />
    </div>
  )
}

const MINUTE_MS = 60_000

function useMinuteClock(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

function savedCopyText(t: Translate, ageMs: number): string {
  const minutes = Math.floor(ageMs / MINUTE_MS)
  if (minutes < 1) return t('session.saved_now')
  if (minutes < 60) return t('session.saved_minutes', { count: minutes })
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return t('session.saved_hours', { count: hours })
  return t('session.saved_days', { count: Math.floor(hours / 24) })
}
