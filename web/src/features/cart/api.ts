import { QueryClientContext, queryOptions, useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { answer, api } from '../../lib/api'
import { track } from '../../lib/analytics'

/** How many lines the cart has, as far as is known. */
export type CartCount = { state: 'loading' } | { state: 'unknown' } | { state: 'known'; count: number }

/** What an analytics event tells about a product. */
export interface CartProduct {
  id: string
  name: string
  price: number
  category: string
}

/** Keys of everything that is cached about the cart. */
export const cartKeys = {
  all: ['cart'] as const,
  count: ['cart', 'count'] as const,
}

const cartCountQuery = () =>
  queryOptions({
    queryKey: cartKeys.count,
    queryFn: async ({ signal }) => (await answer(api.GET('/api/user/cart', { signal }))).cart.length,
    staleTime: 60_000,
    retry: false,
    meta: { personal: true },
  })

interface Known {
  /** The session is known; nothing is asked before that. */
  ready: boolean
  /** Lines that came with the signed-in person, if any. */
  fromUser: number | undefined
}

function useCartCountOnClient({ ready, fromUser }: Known): CartCount {
  const query = useQuery({ ...cartCountQuery(), enabled: ready, initialData: fromUser })
  if (query.data !== undefined) return { state: 'known', count: query.data }
  return { state: query.isError ? 'unknown' : 'loading' }
}

/** Number of cart lines: from the person when signed in, otherwise from the visitor's cart. */
export const useCartCount: (known: Known) => CartCount = import.meta.env.SSR
  ? () => ({ state: 'loading' })
  : useCartCountOnClient

/** Puts products into the cart; rejects with an ApiError when the server refuses. */
export function useAddToCart(): (product: CartProduct, quantity: number) => Promise<void> {
  const client = useContext(QueryClientContext)
  return async (product, quantity) => {
    await answer(api.PUT('/api/user/cart', { body: { productId: product.id, quantity } }))
    void client?.invalidateQueries({ queryKey: cartKeys.all })
    track('add_to_cart', { products: [{ ...product, quantity }] })
  }
}
