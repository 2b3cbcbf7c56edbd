import { useEffect } from 'react'
import { followAddresses } from '../features/addresses/api'
import { followCart } from '../features/cart/api'
import { sessionKey } from '../features/session/api'
import { followSession, forgetPerson } from '../features/session/change'
import { followWishlist } from '../features/wishlist/api'
import { useQueryClient } from '../lib/query/QueryClientProvider'
import { onTabMessage } from '../lib/tabs'

/** Keeps this tab in step with the others: who is signed in, cart, wishlist and addresses. */
export function useOtherTabs(): void {
  const client = useQueryClient()
  useEffect(() => {
    return onTabMessage((news) => {
      switch (news.about) {
        case 'cart':
          return followCart(client, news.count)
        case 'wishlist':
          return followWishlist(client, news.ids)
        case 'addresses':
          followAddresses(client)
          return void client.invalidateQueries({ queryKey: sessionKey })
        case 'session':
          return void followSession(client)
        case 'left':
          return forgetPerson(client)
      }
    })
  }, [client])
}
