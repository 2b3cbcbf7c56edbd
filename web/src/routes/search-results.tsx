import { useLocation } from '../lib/router'
import shop from '../../../contract/shop.json'
import { facetsQuery, searchQuery } from '../features/catalog/api'
import { SEARCH_SORTS } from '../features/catalog/list-query'
import { EmptyList } from '../features/catalog/EmptyList'
import { ConcernNote } from '../features/catalog/ConcernNote'
import { NotSold } from '../features/catalog/NotSold'
import { SearchCorrection } from '../features/catalog/SearchCorrection'
import { useDocumentTitle } from '../features/layout/document-title'
import { useT } from '../lib/i18n'
import { type Answer, useServed } from '../lib/page-data'
import { readQuery } from '../lib/query-string'
import { Breadcrumb } from '../ui/Breadcrumb'
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
  const notSold = products.data?.notSold
  useDocumentTitle(t('search.results_for', { query: name }))
  const heading = t.nodes('search.results_for', { query: <bdi key="query">{name}</bdi> })
  const crumbs = [{ label: t('nav.home'), to: '/' }, { label: t('page.search') }]
  if (notSold !== undefined) {
    return (
      <div className="page-width pt-2 pb-8 lg:pt-4">
        <Breadcrumb crumbs={crumbs} />
        <h1 className="mt-1 text-2xl lg:text-3xl">{heading}</h1>
        <NotSold item={notSold} />
      </div>
    )
  }
  const loose = products.data?.match === 'loose' && products.data.body.length > 0
  return (
    <ProductListPage
      heading={heading}
      crumbs={crumbs}
      note={products.data !== undefined && <SearchNotes name={name} answer={products.data} />}
      looseHeading={loose ? t('search.loose') : undefined}
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
          {products.data?.concern === undefined
            ? t('search.no_results_hint')
            : t('search.no_results_concern')}
        </EmptyList>
      }
    />
  )
}

/** What the answer says about itself, above the list. */
function SearchNotes({ name, answer }: { name: string; answer: Answer<unknown> }) {
  const { showingFor, match, concern } = answer
  return (
    <>
      {(showingFor !== undefined || match === 'corrected') && (
        <SearchCorrection typed={name} shown={showingFor} />
      )}
      {/* What is loose is not for the concern, yet its advice still holds. */}
      {concern !== undefined && <ConcernNote concern={concern} named={match !== 'loose'} />}
    </>
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
