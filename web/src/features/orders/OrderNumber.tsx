import { useT } from '../../lib/i18n'

/** 'Order #123456789', the number reading left-to-right in both languages. */
export function OrderNumber({ number }: { number: string }) {
  const t = useT()
  return (
    <span>
      {t.nodes('order.number', {
        number: (
          <bdi key="number" dir="ltr" className="tabular">
            {number}
          </bdi>
        ),
      })}
    </span>
  )
}
