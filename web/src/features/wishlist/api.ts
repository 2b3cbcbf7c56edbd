import { answer, api } from '../../lib/api'
import { useCached } from '../../lib/cached'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import type { QueryClient } from '../../lib/query/query-client'
import { queryOptions } from '../../lib/query/query-options'
import { useQuery } from '../../lib/query/use-query'
import { notifyTabs } from '../../lib/tabs'
import { useWrite, type Write } from '../../ui/use-write'
import { readDeviceWishes, writeDeviceWishes } from './device-wishes'

type Ids = readonly string[]

/** Keys of everything that is cached about the wishlist. */
export const wishlistKeys = {
  all: ['wishlist'] as const,
  ids: ['wishlist', 'ids'] as const,
  products: ['wishlist', 'products'] as const,
  device: ['wishlist', 'device'] as const,
}

const wishlistIdsQuery = () =>
  queryOptions({
    queryKey: wishlistKeys.ids,
    queryFn: async ({ signal }): Promise<Ids> => {
      const { wishlist } = await answer(api.GET('/api/user/wishlist', { signal }))
      return wishlist.map((product) => product.id)
    },
    staleTime: Infinity,
    retry: false,
    meta: { personal: true },
  })

/** The products of the wishlist, last added first. The ids follow them. */
export const wishlistQuery = () =>
  queryOptions({
    queryKey: wishlistKeys.products,
    queryFn: async ({ signal, client }) => {
      const { wishlist } = await answer(api.GET('/api/user/wishlist', { signal }))
      const ids: Ids = wishlist.map((product) => product.id)
      client.setQueryData(wishlistKeys.ids, ids)
      return wishlist
    },
    staleTime: 0,
    meta: { personal: true },
  })

/** What a visitor wished for on this device. */
const deviceQuery = () =>
  queryOptions({
    queryKey: wishlistKeys.device,
    queryFn: readDeviceWishes,
    staleTime: Infinity,
    networkMode: 'always',
    meta: { personal: true },
  })

const none: Ids = []

/** Who is looking, as far as the wishlist cares. */
type Looking = { state: 'unknown' | 'visitor' } | { state: 'user'; user: { wishlist: Ids } }

/** Ids of the wished-for products: the person's, or those that this device holds for a visitor. */
export function useWishlistIds(session: Looking): Ids {
  const ofUser = useQuery({
    ...wishlistIdsQuery(),
    enabled: session.state === 'user',
    initialData: session.state === 'user' ? session.user.wishlist : undefined,
  })
  const ofDevice = useQuery({ ...deviceQuery(), enabled: session.state === 'visitor' })
  if (session.state === 'unknown') return none
  return (session.state === 'user' ? ofUser : ofDevice).data ?? none
}

/**
 * Whether a product is wished for, by the person or on this device. For parts of lists: whoever shows the page loads
 * the wishlist with `useWishlistIds`.
 */
export function useIsWished(productID: string, onDevice: boolean): boolean {
  const key = onDevice ? wishlistKeys.device : wishlistKeys.ids
  return useCached((client) => client.getQueryData<Ids>(key)?.includes(productID) ?? false, false)
}

/** Changes what this device holds for a visitor; here and in other tabs. */
export function changeDeviceWishes(client: QueryClient, change: (ids: Ids) => Ids): void {
  const ids = change(readDeviceWishes())
  writeDeviceWishes(ids)
  client.setQueryData(wishlistKeys.device, ids)
  notifyTabs({ about: 'wishlist', ids: null })
}

/** Follows what another tab did to the wishlist. */
export function followWishlist(client: QueryClient, ids: Ids | null): void {
  if (ids !== null) client.setQueryData(wishlistKeys.ids, ids)
  const asked = ids === null ? wishlistKeys.all : wishlistKeys.products
  void client.invalidateQueries({ queryKey: asked })
}

/** The ids with a product wished for, or no longer; last added first. */
export function withWish(ids: Ids, productID: string, wished: boolean): Ids {
  const others = ids.filter((id) => id !== productID)
  return wished ? [productID, ...others] : others
}

function show(client: QueryClient, change: (ids: Ids) => Ids): void {
  client.setQueryData<Ids>(wishlistKeys.ids, (ids = none) => change(ids))
}

/** The server has it: the list of products is asked for again after the last change, and the other tabs hear of it. */
function settle(client: QueryClient): void {
  const underWay = client
    .getMutationCache()
    .findAll({ predicate: ({ options }) => options.scope?.id === WISHLIST })
  if (underWay.length === 1) void client.invalidateQueries({ queryKey: wishlistKeys.products })
  notifyTabs({ about: 'wishlist', ids: client.getQueryData<Ids>(wishlistKeys.ids) ?? null })
}

/** The resource that every change of the wishlist writes to. */
const WISHLIST = 'wishlist'

interface Wish {
  productID: string
  wished: boolean
}

interface WishOptions {
  onDone?: () => void
  onFailed: (failure: Error, wish: Wish) => void
}

/**
 * Puts a product on the wishlist or takes it off: at once on screen, and back again when the
 * server refuses.
 */
export function useWish({ onDone, onFailed }: WishOptions): Write<Wish> {
  const client = useQueryClient()
  return useWrite<unknown, Wish>({
    resource: WISHLIST,
    write: ({ productID, wished }) =>
      answer(
        wished
          ? api.PUT('/api/user/addToWishlist', { body: { productID } })
          : api.DELETE('/api/user/wishlist', { body: { productID } }),
      ),
    about: ({ productID }) => productID,
    onSend: ({ productID, wished }) => {
      void client.cancelQueries({ queryKey: wishlistKeys.all })
      show(client, (ids) => withWish(ids, productID, wished))
    },
    onDone: () => {
      settle(client)
      onDone?.()
    },
    onFailed: (failure, wish) => {
      show(client, (ids) => withWish(ids, wish.productID, !wish.wished))
      onFailed(failure, wish)
    },
  })
}

interface ClearOptions {
  onDone: () => void
  onFailed: (failure: Error) => void
}

/** Empties the wishlist: at once on screen, and back again when the server refuses. */
export function useClearWishlist({ onDone, onFailed }: ClearOptions): Write<Ids> {
  const client = useQueryClient()
  return useWrite<unknown, Ids>({
    resource: WISHLIST,
    write: () => answer(api.PUT('/api/user/clearWishlist')),
    onSend: () => {
      void client.cancelQueries({ queryKey: wishlistKeys.all })
      show(client, () => none)
    },
    onDone: () => {
      settle(client)
      onDone()
    },
    onFailed: (failure, before) => {
      show(client, (ids) => [...ids, ...before.filter((id) => !ids.includes(id))])
      onFailed(failure)
    },
  })
}
