import type { BulkAnswer } from '../../domain/product-table/bulk'
import type { ManagedProduct } from '../../domain/product-table/row-edit'
import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'

type Schemas = components['schemas']

/** What is to change on many products. */
export type BulkChange = Schemas['BulkChange']

/** Changes products of a store, or says what would change. */
export function editProducts(
  store: string,
  change: BulkChange,
  products: readonly ManagedProduct[],
  preview: boolean,
): Promise<BulkAnswer> {
  return answer(
    api.POST('/api/store/{id}/bulk-edit', {
      params: { path: { id: store } },
      body: {
        preview,
        change,
        products: products.map(({ product }) => ({
          _id: product.id,
          price: product.price,
          nb_in_stock: product.nb_in_stock,
        })),
      },
    }),
  )
}

/** Takes a change of many products back. */
export function undoProductEdit(store: string, edit: string): Promise<BulkAnswer> {
  return answer(
    api.POST('/api/store/{id}/bulk-edit/{edit}/undo', { params: { path: { id: store, edit } } }),
  )
}
