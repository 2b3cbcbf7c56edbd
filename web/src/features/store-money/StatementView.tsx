import { formatPrice } from '../../domain/money/money'
import { longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import type { Statement } from './api'

interface StatementViewProps {
  statement: Statement
}

/** What a store was owed at the start of a period, what happened, and what it is owed at its end. */
export function StatementView({ statement }: StatementViewProps) {
  const t = useT()
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2">
          <Sum label={t('ledger.opening')} amount={statement.opening} />
          {statement.sums.map(({ kind, amount }) => (
            <Sum key={kind} label={t(`ledger.kind_${kind}`)} amount={amount} />
          ))}
          <Sum label={t('ledger.closing')} amount={statement.closing} total />
        </dl>
        <p className="mt-3 text-sm text-muted">{t('ledger.balance_hint')}</p>
      </Card>
      {statement.entries.length === 0 ? (
        <p className="text-muted">{t('ledger.empty')}</p>
      ) : (
        <Card flush className="overflow-x-auto">
          <table className="w-full text-start">
            <thead className="text-sm text-muted">
              <tr>
                <th scope="col" className="px-4 py-2 text-start font-semibold">
                  {t('ledger.kind')}
                </th>
                <th scope="col" className="px-4 py-2 text-start font-semibold max-sm:hidden">
                  {t('ledger.date')}
                </th>
                <th scope="col" className="px-4 py-2 text-end font-semibold">
                  {t('ledger.amount')}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {statement.entries.map((entry) => (
                <tr key={entry._id}>
                  <td className="px-4 py-2">
                    <span className="font-semibold">{t(`ledger.kind_${entry.kind}`)}</span>
                    {entry.order !== undefined && (
                      <bdi className="ms-2 text-sm text-muted">{entry.order}</bdi>
                    )}
                    {entry.note !== undefined && (
                      <bdi className="block text-sm text-muted">{entry.note}</bdi>
                    )}
                    <span className="block text-sm text-muted sm:hidden">
                      {longDateTime(t, entry.at)}
                    </span>
                  </td>
                  <td className="px-4 py-2 text-sm text-muted max-sm:hidden">
                    {longDateTime(t, entry.at)}
                  </td>
                  <td className="px-4 py-2 text-end">
                    <Amount amount={entry.amount} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
    </div>
  )
}

function Sum({ label, amount, total = false }: { label: string; amount: number; total?: boolean }) {
  return (
    <>
      <dt className={cx(total && 'border-t border-line pt-2 font-bold')}>{label}</dt>
      <dd className={cx('text-end', total && 'border-t border-line pt-2 font-bold')}>
        <Amount amount={amount} />
      </dd>
    </>
  )
}

function Amount({ amount }: { amount: number }) {
  return (
    <bdi dir="ltr" className="tabular">
      {formatPrice(amount)}
    </bdi>
  )
}
