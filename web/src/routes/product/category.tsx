import { type Category, isCategory } from '../../domain/product/product'
import { useParams } from '../../lib/router'
import { categoryQuery, facetsQuery } from '../../features/catalog/api'
import { categoryName } from '../../domain/product/category-name'
import { EmptyList } from '../../features/catalog/EmptyList'
import { useDocumentTitle } from '../../features/layout/document-title'
import { useT } from '../../lib/i18n'
import { useServed } from '../../lib/page-data'
import { useListAddress } from './list-address'
import { ProductListPage } from './ProductListPage'

/** One category. */
export default function CategoryScreen() {
  const { category = '' } = useParams()
  return isCategory(category) ? <CategoryContent category={category} /> : <NoSuchCategory />
}

function CategoryContent({ category }: { category: Category }) {
  const t = useT()
  const { list, hrefFor, change } = useListAddress(`/product/category/${category}`)
  const products = useServed(categoryQuery(category, list))
  const facets = useServed(facetsQuery({ category }))
  const name = categoryName(t, category)
  useDocumentTitle(name)
  return (
    <ProductListPage
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
      empty={<EmptyList title={t('list.empty')}>{t('list.empty_category')}</EmptyList>}
    />
  )
}

function NoSuchCategory() {
  const t = useT()
  useDocumentTitle(t('error.category_not_found'))
  return (
    <EmptyList alone title={t('error.category_not_found')}>
      {t('list.choose_category')}
    </EmptyList>
  )
}
