import type { Product } from '../../domain/product/product'
import { type ReactNode, useId } from 'react'
import { inLang, useLang, useT } from '../../lib/i18n'
import { Link } from '../../ui/Link'
import { brandName } from '../../domain/product/brand-name'
import { measureText, packText } from './measure'
import { Paragraphs } from './Paragraphs'

/** What is to be known about a product: the three rows of every one, then what a pharmacy adds. */
export function Specifications({ product }: { product: Product }) {
  const t = useT()
  const { lang } = useLang()
  const headingId = useId()
  const text = (english = '', arabic = '') => inLang(lang, { english, arabic })
  const ingredients = product.active_ingredients ?? []
  const usage = text(product.english_usage, product.arabic_usage)
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-3 text-xl lg:text-2xl">
        {t('product.specifications')}
      </h2>
      <table
        aria-labelledby={headingId}
        className="w-full overflow-hidden rounded-card border border-line bg-paper text-start"
      >
        <tbody>
          <Row name={t('product.brand')}>
            <Link
              to={`/brand/${encodeURIComponent(product.brand)}`}
              className="font-semibold text-primary underline-offset-4 hover:underline"
            >
              <bdi>{brandName(t, product.brand)}</bdi>
            </Link>
          </Row>
          <Row name={t('product.description')}>
            <Paragraphs english={product.english_description} arabic={product.arabic_description} />
          </Row>
          <Row name={t('product.item_code')}>
            <bdi dir="ltr" className="tabular">
              {product.code}
            </bdi>
          </Row>
          {ingredients.length > 0 && (
            <Row name={t('product.active_ingredients')}>
              <ul>
                {ingredients.map((one) => (
                  <li key={one.name}>
                    <bdi>{text(one.name, one.arabic_name)}</bdi>
                    {isSaid(one.strength) && (
                      <span className="text-muted">
                        {' · '}
                        <bdi className="whitespace-nowrap">{measureText(t, one.strength)}</bdi>
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </Row>
          )}
          {isSaid(product.regulation) && product.regulation !== 'none' && (
            <Row name={t('product.regulation')}>{t(`regulation.${product.regulation}`)}</Row>
          )}
          {isSaid(product.registration_no) && (
            <Row name={t('product.registration_no')}>
              <bdi dir="ltr">{product.registration_no}</bdi>
            </Row>
          )}
          {isSaid(product.form) && (
            <Row name={t('product.form')}>{t.maybe(`form.${product.form}`) ?? product.form}</Row>
          )}
          {isSaid(product.pack_size) && (
            <Row name={t('product.pack_size')}>
              <bdi className="whitespace-nowrap">{packText(t, product.pack_size)}</bdi>
            </Row>
          )}
          {usage !== '' && (
            <Row name={t('product.usage')}>
              <Paragraphs english={product.english_usage} arabic={product.arabic_usage} />
            </Row>
          )}
        </tbody>
      </table>
      {ingredients.length > 0 && (
        <p className="mt-3 text-sm text-muted">{t('product.ask_pharmacist')}</p>
      )}
    </section>
  )
}

function isSaid(text: string | undefined): text is string {
  return text !== undefined && text !== ''
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr className="border-b border-line align-top last:border-0">
      <th scope="row" className="w-[34%] px-4 py-3 text-start font-semibold text-muted sm:w-56">
        {name}
      </th>
      <td className="px-4 py-3">{children}</td>
    </tr>
  )
}
