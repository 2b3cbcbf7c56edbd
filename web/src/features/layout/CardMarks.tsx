import { useT } from '../../lib/i18n'

/** The three cards the shop takes, each set in type; no bank's logo is copied. */
export function CardMarks() {
  const t = useT()
  return (
    <ul className="flex flex-wrap gap-2 py-2">
      <Mark className="ltr:tracking-wide ltr:italic">{t('footer.visa')}</Mark>
      <Mark className="lowercase ltr:tracking-tight">{t('footer.mastercard')}</Mark>
      <Mark className="uppercase ltr:tracking-wider">{t('footer.amex')}</Mark>
    </ul>
  )
}

function Mark({ className, children }: { className: string; children: string }) {
  return (
    <li className="flex h-9 items-center rounded-small border border-line bg-ground px-3">
      <bdi className={`text-sm leading-none font-extrabold ${className}`}>{children}</bdi>
    </li>
  )
}
