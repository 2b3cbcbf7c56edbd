import type { components } from '../../generated/api'
import { longDateTime } from '../../lib/dates'
import { type Translate, useT } from '../../lib/i18n'

interface StatusHistoryProps {
  events: readonly components['schemas']['OrderEvent'][]
}

/** What happened to an order, for staff: each status, who set it, when, and the note they left. */
export function StatusHistory({ events }: StatusHistoryProps) {
  const t = useT()
  return (
    <ol className="flex flex-col gap-2">
      {events.map((event) => (
        <li key={`${event.status} ${event.at}`}>
          <p>
            {event.by === undefined || event.by === ''
              ? t(`order.status_${event.status}`)
              : t.nodes('admin.order_by', {
                  status: t(`order.status_${event.status}`),
                  actor: <bdi key="actor">{actorName(t, event.by)}</bdi>,
                })}
          </p>
          <p className="text-sm text-muted">{longDateTime(t, event.at)}</p>
          {event.note !== undefined && event.note !== '' && (
            <p className="text-sm">
              <bdi>{event.note}</bdi>
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

/** The server names a role where no username is known. */
function actorName(t: Translate, by: string): string {
  return t.maybe(`admin.actor_${by}`) ?? by
}
