/** The number of an order with its sign, which stands before it in Arabic, too. */
export function ShortNumber({ number }: { number: string }) {
  return (
    <bdi dir="ltr" className="tabular">
      #{number}
    </bdi>
  )
}
