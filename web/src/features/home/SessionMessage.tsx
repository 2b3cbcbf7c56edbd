import { useEffect, useSyncExternalStore } from 'react'
import { useT } from '../../lib/i18n'
import {
  clearSessionMessage,
  messageKey,
  onSessionMessage,
  readSessionMessage,
  takeSessionMessage,
} from '../../lib/session-message'
import { Alert } from '../../ui/Alert'

/** The one-time message of the browser session, if any, until it is dismissed. */
export function SessionMessage() {
  const t = useT()
  const message = useSyncExternalStore(onSessionMessage, readSessionMessage, () => null)
  useEffect(takeSessionMessage, [message])
  if (message === null || message === '') return null
  const key = messageKey(message)
  return (
    <div className="page-width pt-4">
      <Alert tone="success" onDismiss={clearSessionMessage}>
        {key === null ? message : t(key)}
      </Alert>
    </div>
  )
}
