import { CloudOff } from 'lucide-react'
import { useConnection } from '../../lib/connection'
import { useT } from '../../lib/i18n'

/** Says calmly that there is no connection, and what still works; gone by itself when it is back. */
export function OfflineNote() {
  const t = useT()
  const reached = useConnection()
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-18 z-40 px-4 lg:bottom-4"
    >
      {!reached && (
        <p className="pointer-events-auto mx-auto flex w-fit max-w-xl items-center gap-3 rounded-card border border-line bg-paper px-4 py-3 text-sm shadow-raised">
          <CloudOff aria-hidden="true" className="size-5 shrink-0 text-muted" />
          {t('session.offline')}
        </p>
      )}
    </div>
  )
}
