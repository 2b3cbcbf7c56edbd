import { QueryClientContext, queryOptions, useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import type { components } from '../../generated/api'
import { track } from '../../lib/analytics'
import { answer, api } from '../../lib/api'

type Product = components['schemas']['Product']

/** How many lines the cart has, as far as is known. */
export type CartCount =
  | { state: 'loading' }
  | { state: 'unknown' }
  | { state: 'known'; count: number }

/** Keys of everything that is cached about the cart. */
export const cartKeys = {
  all: ['cart'] as const,
  count: ['cart', 'count'] as const,
}

const cartCountQuery = () =>
  queryOptions({
    queryKey: cartKeys.count,
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/user/cart', { signal }))).cart.length,
    staleTime: Infinity,
    retry: false,
    meta: { personal: true },
  })

interface Known {
  /** The session is known; nothing is asked before that. */
  ready: boolean
  /** The count that came with the session; the cart is asked for when it did not. */
  count: number | undefined
}

function useCartCountOnClient({ ready, count }: Known): CartCount {
  const query = useQuery({ ...cartCountQuery(), enabled: ready, initialData: count })
  if (query.data !== undefined) return { state: 'known', count: query.data }
  return { state: query.isError ? 'unknown' : 'loading' }
}

/** Number of lines in the cart; nothing is known while the server renders. */
export const useCartCount: (known: Known) => CartCount = import.meta.env.SSR
  ? () => ({ state: 'loading' })
  : useCartCountOnClient

/** Puts a product into the cart; rejects with an ApiError when the server refuses. */
export function useAddToCart(): (product: Product, quantity: number) => Promise<void> {
  const client = useContext(QueryClientContext)
  return async (product, quantity) => {
    const change = { productId: product.id, quantity }
    const { cart } = await answer(api.PUT('/api/user/cart', { body: change }))
    client?.setQueryData(cartKeys.count, cart.length)
    void client?.invalidateQueries({
      queryKey: cartKeys.all,
      predicate: ({ queryKey }) => queryKey[1] !== 'count',
    })
    track('add_to_cart', [
      {
        id: product.id,
        name: product.english_name,
        price: product.discounted_price,
        quantity,
        category: product.category,
      },
    ])
  }
}
