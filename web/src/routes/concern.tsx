import { useParams } from '../lib/router'
import { concernQuery, facetsQuery } from '../features/catalog/api'
import { ConcernNote } from '../features/catalog/ConcernNote'
import { NotSold } from '../features/catalog/NotSold'
import { EmptyList } from '../features/catalog/EmptyList'
import { useDocumentTitle } from '../features/layout/document-title'
import { inLang, useLang, useT } from '../lib/i18n'
import { useServed } from '../lib/page-data'
import { Breadcrumb } from '../ui/Breadcrumb'
import { useListAddress } from './product/list-address'
import { ProductListPage } from './product/ProductListPage'

/** What serves a concern, under its name and its advice. */
export default function ConcernScreen() {
  const t = useT()
  const { lang } = useLang()
  const { key = '' } = useParams()
  const { list, hrefFor, change } = useListAddress(`/concern/${encodeURIComponent(key)}`)
  const products = useServed(concernQuery(key, list))
  const facets = useServed(facetsQuery({ concern: key }))
  const concern = products.data?.concern
  const label = concern === undefined ? '' : inLang(lang, concern.label)
  const name = label === '' ? t('page.concern') : label
  useDocumentTitle(products.missing ? t('error.concern_not_found') : name)
  if (products.missing) {
    return (
      <EmptyList alone title={t('error.concern_not_found')}>
        {t('list.choose_category')}
      </EmptyList>
    )
  }
  const crumbs = [{ label: t('nav.home'), to: '/' }, { label: name }]
  if (concern?.not_sold === true) {
    return (
      <div className="page-width pt-2 pb-8 lg:pt-4">
        <Breadcrumb crumbs={crumbs} />
        <h1 className="mt-1 text-2xl lg:text-3xl">
          <bdi>{name}</bdi>
        </h1>
        <NotSold item={{ ...concern, label: { english: '', arabic: '' } }} />
      </div>
    )
  }
  return (
    <ProductListPage
      heading={<bdi>{name}</bdi>}
      crumbs={crumbs}
      note={concern !== undefined && <ConcernNote concern={concern} />}
      withBrands
      withConcerns={false}
      list={list}
      products={products}
      facets={facets}
      hrefFor={hrefFor}
      onChange={change}
      failure="error.products"
      empty={<EmptyList title={t('list.empty')}>{t('list.choose_category')}</EmptyList>}
    />
  )
}
