import { useT } from '../../lib/i18n'

/** A card by its brand and last digits: 'Visa ending in 4242'. */
export function SavedCardName({ brand, last4 }: { brand: string; last4: string }) {
  const t = useT()
  const digits = (
    <bdi key="last4" dir="ltr" className="tabular">
      {last4}
    </bdi>
  )
  const name = t.maybe(`card.${brand}`)
  return name === null
    ? t.nodes('card.ending_plain', { last4: digits })
    : t.nodes('card.ending', { brand: name, last4: digits })
}
