import { useLocation } from 'react-router'
import shop from '../../../contract/shop.json'
import { facetsQuery, searchQuery } from '../features/catalog/api'
import { SEARCH_SORTS } from '../features/catalog/list-query'
import { EmptyList } from '../features/catalog/EmptyList'
import { SearchCorrection } from '../features/catalog/SearchCorrection'
import { useDocumentTitle } from '../features/layout/document-title'
import { useT } from '../lib/i18n'
import { useServed } from '../lib/page-data'
import { readQuery } from '../lib/query-string'
import { useListAddress } from './product/list-address'
import { ProductListPage } from './product/ProductListPage'

/** Search results. What was searched for is in the address. */
export default function SearchResultsScreen() {
  const { search } = useLocation()
  // By characters, so that none is cut in half.
  const name = Array.from((readQuery(search).get('q') ?? '').trim())
    .slice(0, shop.search.query_max)
    .join('')
  return name === '' ? <NothingAsked /> : <Results name={name} />
}

function Results({ name }: { name: string }) {
  const t = useT()
  const { list, hrefFor, change } = useListAddress('/search-results', {
    sorts: SEARCH_SORTS,
    before: [['q', name]],
  })
  const products = useServed(searchQuery(name, list))
  const facets = useServed(facetsQuery({ name }))
  const showingFor = products.data?.showingFor
  useDocumentTitle(t('search.results_for', { query: name }))
  return (
    <ProductListPage
      heading={t.nodes('search.results_for', { query: <bdi key="query">{name}</bdi> })}
      crumbs={[{ label: t('nav.home'), to: '/' }, { label: t('page.search') }]}
      note={showingFor !== undefined && <SearchCorrection typed={name} read={showingFor} />}
      subject={name}
      sorts={SEARCH_SORTS}
      withBrands
      list={list}
      products={products}
      facets={facets}
      hrefFor={hrefFor}
      onChange={change}
      failure="error.products"
      empty={
        <EmptyList title={t('search.no_results', { query: isolated(name) })}>
          {t('search.no_results_hint')}
        </EmptyList>
      }
    />
  )
}

/** Keeps a text of either script unbroken inside a sentence. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`
}

function NothingAsked() {
  const t = useT()
  useDocumentTitle(t('page.search'))
  return (
    <EmptyList alone title={t('search.enter_query')}>
      {t('search.enter_query_hint')}
    </EmptyList>
  )
}
