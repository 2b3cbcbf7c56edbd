import { useT } from '../../lib/i18n'
import { grouped } from './pounds'

/** An amount of pounds with its currency, as the reader's language writes it. */
export function Pounds({ amount }: { amount: number }) {
  const t = useT()
  return (
    <bdi className="whitespace-nowrap tabular">
      {t.nodes('money.pounds', {
        amount: (
          <bdi key="amount" dir="ltr">
            {grouped(amount)}
          </bdi>
        ),
      })}
    </bdi>
  )
}
