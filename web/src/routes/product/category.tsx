import { useParams } from 'react-router'
import { type Category, categoryQuery, facetsQuery, isCategory } from '../../features/catalog/api'
import { categoryName } from '../../features/catalog/category-name'
import { NothingHere } from '../../features/catalog/NothingHere'
import { useDocumentTitle } from '../../features/layout/document-title'
import { useT } from '../../lib/i18n'
import { useServed } from '../../lib/page-data'
import { useListAddress } from '../compose/list-address'
import { ListScreen } from '../compose/ListScreen'

/** One category. */
export function Screen() {
  const { category = '' } = useParams()
  return isCategory(category) ? <CategoryScreen category={category} /> : <NoSuchCategory />
}

function CategoryScreen({ category }: { category: Category }) {
  const t = useT()
  const { list, hrefFor, change } = useListAddress(`/product/category/${category}`)
  const products = useServed(categoryQuery(category, list))
  const facets = useServed(facetsQuery({ category }))
  const name = categoryName(t, category)
  useDocumentTitle(name)
  return (
    <ListScreen
      heading={name}
      crumbs={[{ label: t('nav.home'), to: '/' }, { label: name }]}
      category={category}
      withBrands
      list={list}
      products={products}
      facets={facets}
      hrefFor={hrefFor}
      onChange={change}
      failure="error.products"
      empty={<NothingHere title={t('list.empty')}>{t('list.empty_category')}</NothingHere>}
    />
  )
}

function NoSuchCategory() {
  const t = useT()
  useDocumentTitle(t('error.category_not_found'))
  return (
    <NothingHere alone title={t('error.category_not_found')}>
      {t('list.choose_category')}
    </NothingHere>
  )
}
