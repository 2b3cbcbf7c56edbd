import type { Cart } from '../../domain/order/cart'
import { answer, api } from '../../lib/api'
import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useMutation } from '../../lib/query/use-mutation'
import { useMutationState } from '../../lib/query/use-mutation-state'
import { useQuery } from '../../lib/query/use-query'
import { useToast } from '../../ui/toast-context'
import { type CartChanged, CART, cartKeys, cartQuery, cacheCart } from './api'
import { clampText } from './clamp'
import { type CartChange, withChange } from './optimistic'

/** The cart on screen, and how to change it. */
interface CartState {
  /** As it will be once the server has taken what is under way. */
  cart: Cart | undefined
  /** It could not be had. */
  failed: boolean
  fetching: boolean
  retry: () => void
  change: (change: CartChange) => void
}

function send(change: CartChange): Promise<Cart | CartChanged> {
  switch (change.kind) {
    case 'quantity':
      return answer(
        api.PUT('/api/user/cart', {
          body: { productId: change.productId, quantity: change.delta },
        }),
      )
    case 'remove':
      return answer(api.DELETE('/api/user/cart', { body: { productId: change.productId } }))
    case 'clear':
      return answer(api.PUT('/api/user/clearCart'))
  }
}

/**
 * The cart with every change shown at the press. Changes go to the server one after the other; one
 * that fails is no longer under way, so the screen is back where it was, and says why.
 */
export function useCart(): CartState {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const query = useQuery(cartQuery())

  const { mutate } = useMutation({
    mutationKey: cartKeys.change,
    mutationFn: send,
    scope: { id: CART },
    onMutate: () => client.cancelQueries({ queryKey: cartKeys.all }),
    onSuccess: (cart, change) => {
      cacheCart(client, cart)
      const limited = 'clamped' in cart ? clampText(t, cart) : null
      if (limited !== null) toast({ tone: 'info', text: limited })
      else if (change.kind === 'remove') toast({ text: t('done.removed_from_cart') })
      else if (change.kind === 'clear') toast({ text: t('done.cart_cleared') })
    },
    onError: (failure) => {
      toast({ tone: 'error', text: errorText(t, failure) })
      void client.invalidateQueries({ queryKey: cartKeys.lines })
    },
  })
  const underWay = useMutationState({
    filters: { mutationKey: cartKeys.change },
    select: (mutation) => mutation.state.variables as CartChange,
  })

  return {
    cart: query.data === undefined ? undefined : underWay.reduce(withChange, query.data),
    failed: query.isError && query.data === undefined,
    fetching: query.isFetching,
    retry: () => void query.refetch(),
    change: mutate,
  }
}
