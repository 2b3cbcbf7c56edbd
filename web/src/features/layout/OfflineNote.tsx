import { CloudOff, X } from 'lucide-react'
import { useState } from 'react'
import { useConnection } from '../../lib/connection'
import { useT } from '../../lib/i18n'
import { IconButton } from '../../ui/IconButton'

/** Says calmly that there is no connection, and what still works, until it is closed or the line is back. */
export function OfflineNote() {
  const reached = useConnection()
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-18 z-40 px-4 lg:bottom-4"
    >
      {!reached && <Note />}
    </div>
  )
}

/** Closed for this loss of the line; the next one is told again. */
function Note() {
  const t = useT()
  const [closed, setClosed] = useState(false)
  if (closed) return null
  return (
    <div className="pointer-events-auto mx-auto flex w-fit max-w-xl items-center gap-3 rounded-card border border-control bg-paper ps-4 pe-1 text-sm shadow-raised">
      <CloudOff aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <p className="py-3">{t('session.offline')}</p>
      <IconButton
        label={t('common.close')}
        icon={<X aria-hidden="true" className="size-5" />}
        onClick={() => setClosed(true)}
      />
    </div>
  )
}
