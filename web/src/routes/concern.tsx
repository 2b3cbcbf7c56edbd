import { useParams } from 'react-router'
import { concernQuery, facetsQuery } from '../features/catalog/api'
import { ConcernNote } from '../features/catalog/ConcernNote'
import { EmptyList } from '../features/catalog/EmptyList'
import { useDocumentTitle } from '../features/layout/document-title'
import { inLang, useLang, useT } from '../lib/i18n'
import { useServed } from '../lib/page-data'
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
  return (
    <ProductListPage
      heading={<bdi>{name}</bdi>}
      crumbs={[{ label: t('nav.home'), to: '/' }, { label: name }]}
      note={concern !== undefined && <ConcernNote concern={concern} />}
      withBrands
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
