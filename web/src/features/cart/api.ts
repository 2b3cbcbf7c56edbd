import type { Product } from '../../domain/product/product'
import type { Cart } from '../../domain/order/cart'
import type { components } from '../../generated/api'
import { track } from '../../lib/analytics'
import { answer, api } from '../../lib/api'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import type { QueryClient } from '../../lib/query/query-client'
import { queryOptions } from '../../lib/query/query-options'
import { useQuery } from '../../lib/query/use-query'
import { notifyTabs } from '../../lib/tabs'
import { useWrite, type Write } from '../../ui/use-write'

/** What a change of a quantity answers: the cart, and whether the change was limited. */
export type CartChanged = components['schemas']['CartChanged']

/** How many lines the cart has, as far as is known. */
export type CartCount =
  | { state: 'loading' }
  | { state: 'unknown' }
  | { state: 'known'; count: number }

/** The resource that every change of the cart writes to. */
export const CART = 'cart'

/** Keys of everything that is cached about the cart, and of the changes under way. */
export const cartKeys = {
  all: ['cart'] as const,
  count: ['cart', 'count'] as const,
  lines: ['cart', 'lines'] as const,
  change: ['cart', 'change'] as const,
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

/** The whole cart. Looked at anew each time it is opened: stock and prices move. */
export const cartQuery = () =>
  queryOptions({
    queryKey: cartKeys.lines,
    queryFn: async ({ signal, client }) => {
      const cart = await answer(api.GET('/api/user/cart', { signal }))
      client.setQueryData(cartKeys.count, cart.cart.length)
      return cart
    },
    staleTime: 0,
    meta: { personal: true },
  })

interface Known {
  /** The session is known; nothing is asked before that. */
  ready: boolean
  /** The count that came with the session; the cart is asked for when it did not. */
  count: number | undefined
}

/** Number of lines in the cart; nothing is known before it is known who is looking. */
export function useCartCount({ ready, count }: Known): CartCount {
  const query = useQuery({ ...cartCountQuery(), enabled: ready, initialData: count })
  if (!ready) return { state: 'loading' }
  if (query.data !== undefined) return { state: 'known', count: query.data }
  return { state: query.isError ? 'unknown' : 'loading' }
}

/** Takes a cart as the server answered it: for the screen, the badge and the other tabs. */
export function cacheCart(client: QueryClient, cart: Cart): void {
  client.setQueryData(cartKeys.lines, cart)
  client.setQueryData(cartKeys.count, cart.cart.length)
  notifyTabs({ about: 'cart', count: cart.cart.length })
}

/** Asks for the cart again after something else changed it, such as an order; here and in other tabs. */
export async function refreshCart(client: QueryClient): Promise<void> {
  notifyTabs({ about: 'cart', count: null })
  await client.invalidateQueries({ queryKey: cartKeys.all })
}

/** Follows what another tab did to the cart. */
export function followCart(client: QueryClient, count: number | null): void {
  if (count !== null) client.setQueryData(cartKeys.count, count)
  const asked = count === null ? cartKeys.all : cartKeys.lines
  void client.invalidateQueries({ queryKey: asked })
}

interface Addition {
  product: Product
  quantity: number
}

interface AddToCartOptions {
  onDone: (changed: CartChanged, addition: Addition) => void
}

/**
 * Puts a product into the cart. It waits its turn behind every other change of the cart, so the
 * answer that comes last is the cart as it is.
 */
export function useAddToCart({ onDone }: AddToCartOptions): Write<Addition> {
  const client = useQueryClient()
  return useWrite<CartChanged, Addition>({
    resource: CART,
    write: ({ product, quantity }) =>
      answer(api.PUT('/api/user/cart', { body: { productId: product.id, quantity } })),
    onSend: () => client.cancelQueries({ queryKey: cartKeys.all }),
    onDone: (changed, addition) => {
      cacheCart(client, changed)
      trackAddition(addition)
      onDone(changed, addition)
    },
  })
}

function trackAddition({ product, quantity }: Addition): void {
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
