import shop from '../../../../contract/shop.json'
import { type MessageKey, useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'

const looks: Readonly<Record<string, string>> = {
  visa: 'ltr:tracking-wide ltr:italic',
  mastercard: 'lowercase ltr:tracking-tight',
  amex: 'ltr:tracking-wider',
}

/** The cards the shop takes, each set in type; the one being typed stands out. */
export function BrandMarks({ recognised }: { recognised: string | null }) {
  const t = useT()
  return (
    <span className="flex flex-wrap items-center gap-2 pt-1">
      {shop.card_brands.map((brand) => (
        <span
          key={brand}
          data-recognised={brand === recognised || undefined}
          className={cx(
            'inline-flex h-8 items-center rounded-small border px-2.5 text-sm leading-none font-extrabold transition-colors',
            looks[brand],
            brand === recognised
              ? 'border-primary bg-primary-tint text-primary'
              : 'border-line bg-ground',
          )}
        >
          <bdi>{t(`card.${brand}` as MessageKey)}</bdi>
        </span>
      ))}
      <span role="status" className="sr-only">
        {recognised !== null && t.maybe(`card.${recognised}`)}
      </span>
    </span>
  )
}
