import { longDate, longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import { Link } from '../../ui/Link'
import type { PolicyViolation, Signal } from './api'

const kinds = ['takeovers', 'declines', 'order_loops', 'new_accounts'] as const

/** Users and networks that stand out, by what they do; a kind without any is left out. */
export function SignalList({ signals }: { signals: readonly Signal[] }) {
  const t = useT()
  return kinds
    .map((kind) => ({ kind, found: signals.filter((signal) => signal.kind === kind) }))
    .filter(({ found }) => found.length > 0)
    .map(({ kind, found }) => (
      <section key={kind} className="mb-8">
        <h2 className="mb-1 text-xl">{t(`admin.signals_${kind}`)}</h2>
        <p className="mb-3 text-sm text-muted">{t(`admin.signals_why_${kind}`)}</p>
        <Card flush>
          <ul className="divide-y divide-line">
            {found.map((signal) => (
              <li
                key={signal.subject}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-3"
              >
                <div className="min-w-0">
                  <p className="font-semibold wrap-anywhere">
                    <bdi>{signal.subject}</bdi>
                  </p>
                  <p className="text-sm text-muted">
                    {t('admin.signals_count', {
                      count: signal.count,
                      date: longDateTime(t, signal.last_at),
                    })}
                  </p>
                </div>
                {kind !== 'new_accounts' && (
                  <Link
                    to={`/admin/audit?actor=${encodeURIComponent(signal.subject)}`}
                    className="inline-flex min-h-11 items-center text-primary underline"
                  >
                    {t('audit.title')}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </Card>
      </section>
    ))
}

/** What browsers refused on our pages. */
export function ViolationList({ violations }: { violations: readonly PolicyViolation[] }) {
  const t = useT()
  if (violations.length === 0) return null
  return (
    <section>
      <h2 className="mb-1 text-xl">{t('admin.signals_violations')}</h2>
      <p className="mb-3 text-sm text-muted">{t('admin.signals_violations_text')}</p>
      <Card flush>
        <ul className="divide-y divide-line">
          {violations.map((violation) => (
            <li
              key={`${violation.directive} ${violation.blocked} ${violation.page}`}
              className="px-4 py-3"
            >
              <p className="font-semibold wrap-anywhere">
                <bdi>{violation.directive}</bdi> · <bdi>{violation.blocked}</bdi>{' '}
                {t('admin.signals_on_page', { page: violation.page })}
              </p>
              <p className="text-sm text-muted">
                {t('admin.signals_count', {
                  count: violation.count,
                  date: longDate(t, `${violation.last_day}T12:00:00Z`),
                })}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
