import { discountsQuery, facetsQuery } from '../../features/catalog/api'
import { NothingHere } from '../../features/catalog/NothingHere'
import { useT } from '../../lib/i18n'
import { useServed } from '../../lib/page-data'
import { useListAddress } from '../compose/list-address'
import { ListScreen } from '../compose/ListScreen'

/** Everything at a discount. */
export function Screen() {
  const t = useT()
  const { list, hrefFor, change } = useListAddress('/product/discounts')
  const products = useServed(discountsQuery(list))
  const facets = useServed(facetsQuery({ discounted: true }))
  const name = t('list.discounts_title')
  return (
    <ListScreen
      heading={name}
      crumbs={[{ label: t('nav.home'), to: '/' }, { label: name }]}
      withBrands
      list={list}
      products={products}
      facets={facets}
      hrefFor={hrefFor}
      onChange={change}
      failure={list.page === 1 ? 'error.products_initial' : 'error.products'}
      empty={
        <NothingHere title={t('list.discounts_empty')}>{t('list.choose_category')}</NothingHere>
      }
    />
  )
}
