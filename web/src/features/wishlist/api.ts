import { QueryClientContext, queryOptions, useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { answer, api } from '../../lib/api'

/** Keys of everything that is cached about the wishlist. */
export const wishlistKeys = {
  all: ['wishlist'] as const,
  ids: ['wishlist', 'ids'] as const,
}

const wishlistIdsQuery = () =>
  queryOptions({
    queryKey: wishlistKeys.ids,
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const { wishlist } = await answer(api.GET('/api/user/wishlist', { signal }))
      return wishlist.map((product) => product.id)
    },
    staleTime: Infinity,
    retry: false,
    meta: { personal: true },
  })

const none: readonly string[] = []

function useWishlistIdsOnClient(fromUser: readonly string[] | undefined): readonly string[] {
  const query = useQuery({
    ...wishlistIdsQuery(),
    enabled: fromUser !== undefined,
    initialData: fromUser,
  })
  return query.data ?? none
}

/** Ids of the wished-for products; none while nobody is signed in or the server renders. */
export const useWishlistIds: (fromUser: readonly string[] | undefined) => readonly string[] =
  import.meta.env.SSR ? () => none : useWishlistIdsOnClient

/** Puts a product on the wishlist or takes it off; rejects with an ApiError when refused. */
export function useWish(): (productID: string, wished: boolean) => Promise<void> {
  const client = useContext(QueryClientContext)
  return async (productID, wished) => {
    await answer(
      wished
        ? api.PUT('/api/user/addToWishlist', { body: { productID } })
        : api.DELETE('/api/user/wishlist', { body: { productID } }),
    )
    client?.setQueryData<readonly string[]>(wishlistKeys.ids, (ids = none) => {
      const others = ids.filter((id) => id !== productID)
      return wished ? [...others, productID] : others
    })
    void client?.invalidateQueries({
      queryKey: wishlistKeys.all,
      predicate: ({ queryKey }) => queryKey[1] !== 'ids',
    })
  }
}
