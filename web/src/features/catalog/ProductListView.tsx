import { type PictureTurn, turnOf } from '../../domain/product/picture-turn'
import type { Product } from '../../domain/product/product'
import { type ReactNode, type RefObject, useId, useState } from 'react'
import shop from '../../../../contract/shop.json'
import { type MessageKey, useT } from '../../lib/i18n'
import type { Served } from '../../lib/page-data'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { LinkButton } from '../../ui/LinkButton'
import { Pagination } from '../../ui/Pagination'
import { ActiveFilters } from './ActiveFilters'
import type { Facets } from './api'
import { CategoryList } from './CategoryList'
import { FilterSheet } from './FilterSheet'
import { ListFilters } from './ListFilters'
import { ListToolbar } from './ListToolbar'
import {
  cleared,
  filterCount,
  LIST_SORTS,
  type ListQuery,
  pageCount,
  type SortChoice,
} from './list-query'
import { ProductCardSkeleton } from './ProductCardSkeleton'

/** What a list of products is made of, wherever its products come from. */
export interface ProductListViewProps {
  list: ListQuery
  sorts?: readonly SortChoice[]
  products: Served<readonly Product[]>
  facets: Served<Facets>
  /** The category being shown, if any. */
  category?: string | undefined
  /** Offers the brands of the list to choose from. */
  withBrands?: boolean
  /** Offers the concerns of the list to choose from. */
  withConcerns?: boolean
  /** The address that shows the list otherwise. */
  hrefFor: (list: ListQuery) => string
  /** The list is to be shown otherwise. */
  onChange: (list: ListQuery) => void
  /** Renders one product, whose picture is fetched when it is its turn. */
  renderCard: (product: Product, turn: PictureTurn) => ReactNode
  /** These are no plain matches: they stand under this heading of their own, after a rule. */
  looseHeading?: string | undefined
  /** What is said when the products do not arrive. */
  failure: MessageKey
  /** In place of a list that is empty without any filter. */
  empty: ReactNode
  /** The results themselves, to be scrolled and focused when the page changes. */
  resultsRef?: RefObject<HTMLElement | null>
}

/** A list of products with its filters at the side, or in a sheet on phones. */
export function ProductListView({ resultsRef, ...props }: ProductListViewProps) {
  const { list, products, facets, onChange, withBrands = false, withConcerns = true } = props
  const t = useT()
  const panelId = useId()
  const headingId = useId()
  const [panelOpen, setPanelOpen] = useState(true)

  const total = totalOf(list, products, facets)
  const waiting = products.data === undefined && !products.failed
  const filters = (
    <ListFilters
      list={list}
      facets={facets}
      highestSeen={products.data?.maxPrice}
      withBrands={withBrands}
      withConcerns={withConcerns}
      onChange={onChange}
    />
  )

  return (
    <div className={cx(panelOpen && 'lg:grid lg:grid-cols-[232px_minmax(0,1fr)] lg:gap-10')}>
      <aside
        id={panelId}
        aria-label={t('list.filters')}
        className={cx('hidden', panelOpen && 'flex-col gap-6 self-start pt-3 lg:flex')}
      >
        <CategoryList current={props.category} />
        {filters}
      </aside>
      <section ref={resultsRef} tabIndex={-1} aria-labelledby={headingId} className="min-w-0">
        <h2
          id={headingId}
          className={
            props.looseHeading === undefined
              ? 'sr-only'
              : 'mb-2 border-t border-line pt-4 text-lg text-muted'
          }
        >
          {props.looseHeading ?? t('home.products')}
        </h2>
        <ListToolbar
          list={list}
          sorts={props.sorts ?? LIST_SORTS}
          total={total}
          waiting={waiting}
          onChange={onChange}
          panelId={panelId}
          panelOpen={panelOpen}
          onTogglePanel={() => setPanelOpen(!panelOpen)}
          sheet={
            <FilterSheet list={list} total={total} waiting={waiting} onChange={onChange}>
              {filters}
              <hr className="my-4 border-line" />
              <CategoryList current={props.category} />
            </FilterSheet>
          }
        />
        <div className="mt-3 empty:hidden">
          <ActiveFilters
            list={list}
            concerns={facets.data?.body.concerns ?? []}
            onChange={onChange}
          />
        </div>
        <Results {...props} total={total} wide={!panelOpen} />
        {total !== undefined && !products.failed && (
          <Pagination
            page={list.page}
            pageCount={pageCount(total)}
            hrefFor={(page) => props.hrefFor({ ...list, page })}
            className="mt-10"
          />
        )}
      </section>
    </div>
  )
}

/** A list that is not narrowed is as long as its facets say, even before its products arrive. */
function totalOf(
  list: ListQuery,
  products: Served<readonly Product[]>,
  facets: Served<Facets>,
): number | undefined {
  if (products.data !== undefined) return products.data.total ?? products.data.body.length
  if (products.failed) return undefined
  return filterCount(list) === 0 ? facets.data?.body.total : undefined
}

interface ResultsProps extends Omit<ProductListViewProps, 'resultsRef'> {
  total: number | undefined
  /** The panel is closed, so that there is room for more. */
  wide: boolean
}

function Results({ list, products, total, wide, ...props }: ResultsProps) {
  const t = useT()
  const found = products.data?.body
  const grid = cx(
    'mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:gap-4',
    wide ? 'lg:grid-cols-4' : 'xl:grid-cols-4',
  )
  if (found === undefined && products.failed) {
    return <ErrorState title={t(props.failure)} onRetry={products.retry} />
  }
  if (found === undefined) {
    return (
      <div className={grid} aria-busy="true">
        {skeletonPlaces(list, total).map((place) => (
          <ProductCardSkeleton key={place} />
        ))}
      </div>
    )
  }
  if (found.length > 0) {
    return (
      <ul className={grid}>
        {found.map((product, place) => (
          <li key={product.id} className="laid-out-when-near">
            {props.renderCard(product, turnOf(place))}
          </li>
        ))}
      </ul>
    )
  }
  if (list.page > 1 && (total ?? 0) > 0) {
    return (
      <EmptyState
        illustration={<NothingFound />}
        title={t('error.bad_page')}
        action={
          <LinkButton to={props.hrefFor({ ...list, page: 1 })}>{t('list.first_page')}</LinkButton>
        }
      />
    )
  }
  if (filterCount(list) > 0) {
    return (
      <EmptyState
        illustration={<NothingFound />}
        title={t('list.empty')}
        action={
          <Button onClick={() => props.onChange(cleared(list))}>{t('list.clear_filters')}</Button>
        }
      >
        {t('list.empty_hint')}
      </EmptyState>
    )
  }
  return props.empty
}

/** As many as there will be products on the page, as far as that is known. */
function skeletonPlaces(list: ListQuery, total: number | undefined): number[] {
  const size = shop.lists.page_size
  const left = total === undefined ? size : total - (list.page - 1) * size
  const length = Math.min(Math.max(left, 1), size, shop.lists.skeletons_max)
  return Array.from({ length }, (_, place) => place)
}
