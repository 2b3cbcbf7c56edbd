import { discountsQuery, facetsQuery } from '../../features/catalog/api'
import { EmptyList } from '../../features/catalog/EmptyList'
import { useT } from '../../lib/i18n'
import { useServed } from '../../lib/page-data'
import { useListAddress } from './list-address'
import { ProductListPage } from './ProductListPage'

/** Everything at a discount. */
export default function DiscountsScreen() {
  const t = useT()
  const { list, hrefFor, change } = useListAddress('/product/discounts')
  const products = useServed(discountsQuery(list))
  const facets = useServed(facetsQuery({ discounted: true }))
  const name = t('list.discounts_title')
  return (
    <ProductListPage
      heading={name}
      crumbs={[{ label: t('nav.home'), to: '/' }, { label: name }]}
      withBrands
      list={list}
      products={products}
      facets={facets}
      hrefFor={hrefFor}
      onChange={change}
      failure={list.page === 1 ? 'error.products_initial' : 'error.products'}
      empty={<EmptyList title={t('list.discounts_empty')}>{t('list.choose_category')}</EmptyList>}
    />
  )
}
