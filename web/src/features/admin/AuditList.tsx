import type { ReactNode } from 'react'
import { longDateTime } from '../../lib/dates'
import { type Translate, useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import { Link } from '../../ui/Link'
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
                  <Subject entry={entry} />
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
                      <bdi>{t.maybe(`audit.field_${field}`) ?? field}</bdi>
                    </dt>
                    <dd className="wrap-anywhere">
                      {t.nodes('audit.change', {
                        old: <del key="old">{valueText(t, field, old)}</del>,
                        new: <ins key="new">{valueText(t, field, now)}</ins>,
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

/** What it was done to; a store or a product leads to its screen. */
function Subject({ entry: { subject, kind } }: { entry: AuditEntry }) {
  const screen = kind === undefined ? undefined : screens[kind]
  if (screen === undefined) return <bdi>{subject}</bdi>
  return (
    <Link to={screen + encodeURIComponent(subject)} className="text-primary underline">
      <bdi>{subject}</bdi>
    </Link>
  )
}

const screens: Readonly<Record<string, string>> = {
  store: '/admin/stores/',
  product: '/product/edit/',
}

/** A value as the log has it, or in words where it is a role; one that was empty is a dash. */
function valueText(t: Translate, field: string, value: string): ReactNode {
  if (value === '') return '—'
  return <bdi>{(field === 'role' ? t.maybe(`role.${value}`) : null) ?? value}</bdi>
}

/** The words for an action; one that has none is shown as the log has it. */
export function actionText(t: Translate, action: string): string {
  return t.maybe(`audit.action_${action}`) ?? action
}

function actorText(t: Translate, actor: string): string {
  if (actor === '') return t('audit.visitor')
  return actor === 'system' ? t('audit.system') : actor
}
