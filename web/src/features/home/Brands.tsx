import { useId } from 'react'
import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'
import { Link } from '../../ui/Link'

/** How each brand's name is set: a voice of its own in type, copied from nobody's logo. */
const voices: Record<string, string> = {
  advil:
    'text-3xl font-black ltr:tracking-tight ltr:italic text-[color-mix(in_oklab,var(--color-info)_75%,var(--color-ink))]',
  centrum: 'text-xl min-[23rem]:text-2xl font-light ltr:tracking-[0.18em] uppercase',
  panadol: 'text-3xl font-extrabold ltr:tracking-tight text-danger',
  head_and_shoulders: 'text-xl leading-tight font-semibold lowercase text-info',
  dove: 'text-3xl font-medium ltr:italic text-[color-mix(in_oklab,var(--color-info)_45%,var(--color-ink))]',
  vichy: 'text-xl min-[23rem]:text-2xl font-bold ltr:tracking-[0.3em] uppercase',
}

/** The six brands, set in type. */
export function Brands() {
  const t = useT()
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="page-width pt-8 lg:pt-12">
      <h2 id={headingId} className="mb-4 text-xl lg:text-2xl">
        {t('home.brands')}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6 lg:gap-4">
        {shop.brands.map((brand) => (
          <li key={brand.key}>
            <Link
              to={`/brand/${encodeURIComponent(brand.key)}`}
              className="grid min-h-24 grid-cols-[minmax(0,1fr)] place-items-center rounded-card border border-line bg-paper px-3 text-center transition-colors hover:border-primary"
            >
              <bdi className={cx('max-w-full leading-tight wrap-anywhere', voices[brand.code])}>
                {t.maybe(`brand.${brand.code}`) ?? brand.key}
              </bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
