import { useParams } from '../lib/router'
import { brandQuery, facetsQuery } from '../features/catalog/api'
import { brandName } from '../domain/product/brand-name'
import { EmptyList } from '../features/catalog/EmptyList'
import { useDocumentTitle } from '../features/layout/document-title'
import { useT } from '../lib/i18n'
import { useServed } from '../lib/page-data'
import { useListAddress } from './product/list-address'
import { ProductListPage } from './product/ProductListPage'

/** One brand. */
export default function BrandScreen() {
  const t = useT()
  const { brand = '' } = useParams()
  const { list, hrefFor, change } = useListAddress(`/brand/${encodeURIComponent(brand)}`)
  const products = useServed(brandQuery(brand, list))
  const facets = useServed(facetsQuery({ brand }))
  const name = brandName(t, brand)
  useDocumentTitle(products.missing ? t('error.brand_not_found') : name)
  if (products.missing) {
    return (
      <EmptyList alone title={t('error.brand_not_found')}>
        {t('list.choose_category')}
      </EmptyList>
    )
  }
  return (
    <ProductListPage
      heading={<bdi>{name}</bdi>}
      crumbs={[{ label: t('nav.home'), to: '/' }, { label: name }]}
      list={list}
      products={products}
      facets={facets}
      hrefFor={hrefFor}
      onChange={change}
      failure={list.page === 1 ? 'error.products_initial' : 'error.products'}
      empty={<EmptyList title={t('list.empty')}>{t('list.choose_category')}</EmptyList>}
    />
  )
}
