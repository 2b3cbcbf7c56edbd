import type { ReactNode } from 'react'
import { nameOfProductStore } from '../../domain/store/store'
import { longDateTime } from '../../lib/dates'
import { type Translate, useLang, useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import { Link } from '../../ui/Link'
import type { AuditEntry } from './audit-api'
import { auditAddress, wholeAudit } from './audit-query'

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
              {t.nodes('audit.by', { name: <Actor key="name" actor={entry.actor} /> })}
              {hasSubject(entry) && (
                <>
                  {' · '}
                  <Subject entry={entry} />
                </>
              )}
              {entry.detail !== undefined && <Detail entry={entry} />}
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
                        old: <del key="old">{valueText(t, entry, field, old)}</del>,
                        new: <ins key="new">{valueText(t, entry, field, now)}</ins>,
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

/** Whether it says more than the rest of the line: not oneself, and not the number of a rate. */
function hasSubject({ subject, actor, kind }: AuditEntry): boolean {
  return subject !== '' && kind !== 'rate' && !(kind === 'user' && subject === actor)
}

/** Who did it, leading to everything else they did. */
function Actor({ actor }: { actor: string }) {
  const t = useT()
  if (actor === '') return actorText(t, actor)
  return (
    <Link to={auditAddress({ ...wholeAudit, actor })} className="text-primary underline">
      <bdi>{actorText(t, actor)}</bdi>
    </Link>
  )
}

/** What it was done to; a store or a product leads to its screen. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { subject, kind } = entry
  if (kind === 'store') return <Store id={subject} entry={entry} />
  if (kind !== 'product') return <bdi>{subject}</bdi>
  return (
    <Link to={`/product/edit/${encodeURIComponent(subject)}`} className="text-primary underline">
      <bdi>{subject}</bdi>
    </Link>
  )
}

/** The store of a member; or what else the log says where there are no values before and after. */
function Detail({ entry }: { entry: AuditEntry }) {
  const { detail = '', kind, changes } = entry
  const ofMember = kind === 'user' && entry.store_name !== undefined
  if (!ofMember && changes.length > 0) return null
  return (
    <>
      {' · '}
      {ofMember ? <Store id={detail} entry={entry} /> : <bdi>{detail}</bdi>}
    </>
  )
}

/** A store by its name, or by its id where it is gone. */
function Store({ id, entry }: { id: string; entry: AuditEntry }) {
  const { lang } = useLang()
  return (
    <Link to={`/admin/stores/${encodeURIComponent(id)}`} className="text-primary underline">
      <bdi>{nameOfProductStore(lang, entry) || id}</bdi>
    </Link>
  )
}

/** A value as the log has it, or in words where it is a role or a status; one that was empty is a dash. */
function valueText(t: Translate, { kind }: AuditEntry, field: string, value: string): ReactNode {
  if (value === '') return '—'
  return <bdi>{wordsFor(t, kind, field, value) ?? value}</bdi>
}

function wordsFor(t: Translate, kind: string | undefined, field: string, value: string) {
  if (field === 'role') return t.maybe(`role.${value}`)
  if (field === 'status' && kind === 'order') return t.maybe(`order.status_${value}`)
  if (field === 'status' && kind === 'store') return t.maybe(`store.status_${value}`)
  return null
}

/** The words for an action; one that has none is shown as the log has it. */
export function actionText(t: Translate, action: string): string {
  return t.maybe(`audit.action_${action}`) ?? action
}

/** A username as it is; the server and visitors in words. */
export function actorText(t: Translate, actor: string): string {
  if (actor === '') return t('audit.visitor')
  return actor === 'system' ? t('audit.system') : actor
}
