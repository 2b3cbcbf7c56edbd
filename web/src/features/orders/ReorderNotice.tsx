import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { LinkButton } from '../../ui/LinkButton'
import { ProductName } from '../../domain/product/ProductName'
import type { Reordered } from './api'

/** What became of 'order again': what is in the cart now, and what could not be added and why. */
export function ReorderNotice({ reordered }: { reordered: Reordered }) {
  const t = useT()
  const { added, limited, skipped } = reordered
  const complete = limited.length === 0 && skipped.length === 0
  return (
    <Alert
      tone={added === 0 ? 'error' : complete ? 'success' : 'warning'}
      title={t(added === 0 ? 'order.again_none' : 'done.order_again')}
      action={
        <LinkButton to="/user/cart" variant="secondary">
          {t('cart.view')}
        </LinkButton>
      }
    >
      {!complete && (
        <>
          {added > 0 && skipped.length > 0 && <p>{t('order.again_partial')}</p>}
          <ul className="list-inside list-disc">
            {skipped.map((line) => (
              <li key={line.id}>
                {t.nodes(`order.skipped_${line.reason}`, {
                  name: <ProductName key="name" of={line} />,
                })}
              </li>
            ))}
            {limited.map((line) => (
              <li key={line.id}>
                {t.nodes('order.limited', {
                  name: <ProductName key="name" of={line} />,
                  added: line.added,
                  ordered: line.ordered,
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  )
}
