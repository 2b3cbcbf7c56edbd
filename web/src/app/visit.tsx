import { createContext, type ReactNode, useMemo } from 'react'
import { useCartCount } from '../features/cart/api'
import { type Session, useSession } from '../features/session/api'
import { useWishlistIds } from '../features/wishlist/api'

/** Who is looking, and how much is theirs. */
interface Visit {
  session: Session
  inCart: number
  wished: number
}

export const VisitContext = createContext<Visit>({
  session: { state: 'unknown' },
  inCart: 0,
  wished: 0,
})

/**
 * Asks who is looking, once for all parts of the layout that show it. Only those are rendered anew by the answer, not
 * the layout and not the screen.
 */
export function VisitProvider({ children }: { children: ReactNode }) {
  const session = useSession()
  const cart = useCartCount({
    ready: session.state !== 'unknown',
    count: session.state === 'unknown' ? undefined : session.counts.cart,
  })
  const wished = useWishlistIds(session).length
  const inCart = cart.state === 'known' ? cart.count : 0
  const visit = useMemo(() => ({ session, inCart, wished }), [session, inCart, wished])
  return <VisitContext value={visit}>{children}</VisitContext>
}
