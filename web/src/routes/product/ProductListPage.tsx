import type { ReactNode } from 'react'
import { ProductListView, type ProductListViewProps } from '../../features/catalog/ProductListView'
import { listAddress } from '../../features/catalog/list-query'
import { useResultsInView } from '../../lib/results-in-view'
import { Breadcrumb, type Crumb } from '../../ui/Breadcrumb'
import { ShopCard } from './ShopCard'

interface ProductListPageProps extends Omit<ProductListViewProps, 'renderCard' | 'resultsRef'> {
  heading: ReactNode
  crumbs: readonly Crumb[]
  /** Under the heading. */
  note?: ReactNode
  /** What was searched for; a new search brings its results into view. */
  subject?: string
}

/** A screen that is a list: the way to it, its name, and the products with their filters. */
export function ProductListPage({ heading, crumbs, note, subject, ...view }: ProductListPageProps) {
  const results = useResultsInView({
    page: view.list.page,
    filters: listAddress('', { ...view.list, page: 1 }),
    subject,
  })
  return (
    <div className="page-width pt-2 lg:pt-4">
      <Breadcrumb crumbs={crumbs} />
      <h1 className="mt-1 text-2xl lg:text-3xl">{heading}</h1>
      {note}
      <div className="mt-3 lg:mt-6">
        <ProductListView
          {...view}
          resultsRef={results}
          renderCard={(product, turn) => <ShopCard product={product} turn={turn} />}
        />
      </div>
    </div>
  )
}
