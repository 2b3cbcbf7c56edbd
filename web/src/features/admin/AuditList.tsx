import { longDateTime } from '../../lib/dates'
import { type Translate, useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import type { AuditEntry } from './audit-api'

/** What was done, by whom, and the values before and after. */
export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useT()
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry.id} className="flex flex-col gap-1 px-4 py-3">
            <p className="flex flex-wrap items-baseline justify-between gap-x-6">
              <span className="font-semibold">{actionText(t, entry.action)}</span>
              <span className="text-sm text-muted tabular">{longDateTime(t, entry.at)}</span>
            </p>
            <p className="text-sm wrap-anywhere">
              {t.nodes('audit.by', { name: <bdi key="name">{actorText(t, entry.actor)}</bdi> })}
              {entry.subject !== '' && (
                <>
                  {' · '}
                  <bdi>{entry.subject}</bdi>
                </>
              )}
              {entry.changes.length === 0 && entry.detail !== undefined && (
                <>
                  {' · '}
                  <bdi>{entry.detail}</bdi>
                </>
              )}
            </p>
            {entry.changes.length > 0 && (
              <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-sm">
                {entry.changes.map(({ field, old, new: now }) => (
                  <div key={field} className="col-span-2 grid grid-cols-subgrid">
                    <dt className="text-muted">
                      <bdi>{field}</bdi>
                    </dt>
                    <dd className="wrap-anywhere">
                      {t.nodes('audit.change', {
                        old: <del key="old">{old === '' ? '—' : <bdi>{old}</bdi>}</del>,
                        new: <ins key="new">{now === '' ? '—' : <bdi>{now}</bdi>}</ins>,
                      })}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The words for an action; one that has none is shown as the log has it. */
export function actionText(t: Translate, action: string): string {
  return t.maybe(`audit.action_${action}`) ?? action
}

function actorText(t: Translate, actor: string): string {
  if (actor === '') return t('audit.visitor')
  return actor === 'system' ? t('audit.system') : actor
}
