import { Heart, ShoppingCart } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
} from 'react'
import { useLocation } from '../lib/router'
import { useCartCount } from '../features/cart/api'
import { Consent } from '../features/consent/Consent'
import { PrivacyChoices } from '../features/consent/PrivacyChoices'
import { BottomBar, BottomCart, BottomSignIn } from '../features/layout/BottomBar'
import { CountLink } from '../features/layout/CountLink'
import { Footer } from '../features/layout/Footer'
import { Header } from '../features/layout/Header'
import { LanguageSwitch } from '../features/layout/LanguageSwitch'
import { OfflineNote } from '../features/layout/OfflineNote'
import { MAIN_ID, SkipLink } from '../features/layout/SkipLink'
import { type Session, type User, useSession, useSessionTrouble } from '../features/session/api'
import { SignInLinks } from '../features/session/SignInLinks'
import { useWishlistIds } from '../features/wishlist/api'
import { readDeviceWishes } from '../features/wishlist/device-wishes'
import { loadChunk } from '../lib/chunk'
import { useT } from '../lib/i18n'
import { useToast } from '../ui/Toast'
import { useOtherTabs } from './other-tabs'
import { rowOf } from './route-table'
import { SearchBox } from './SearchBox'

/** What is around every screen of the shop; composes what the features give for header and bars. */
export function AppLayout({ children }: { children: ReactNode }) {
  const search = useRef<HTMLInputElement>(null)
  useOtherTabs()
  return (
    <VisitProvider>
      <SkipLink />
      <Header
        search={<SearchBox inputRef={search} />}
        personal={<Personal />}
        tools={
          <>
            <HeaderWishlist />
            <LanguageSwitch />
            <HeaderCart />
          </>
        }
      />
      <main id={MAIN_ID} tabIndex={-1} className="min-h-[60dvh]">
        {children}
      </main>
      <Footer choices={<PrivacyChoices />} />
      <BottomBar
        cart={<BarCart />}
        account={<BarAccount />}
        onSearch={() => {
          window.scrollTo({ top: 0 })
          search.current?.focus()
        }}
      />
      <Consent />
      <ConnectionNote />
    </VisitProvider>
  )
}

/** Who is looking, and how much is theirs. */
interface Visit {
  session: Session
  inCart: number
  wished: number
}

const VisitContext = createContext<Visit>({ session: { state: 'unknown' }, inCart: 0, wished: 0 })

/**
 * Asks who is looking, once for all parts of the layout that show it. Only those are rendered anew by the answer, not
 * the layout and not the screen.
 */
function VisitProvider({ children }: { children: ReactNode }) {
  const session = useSession()
  const cart = useCartCount({
    ready: session.state !== 'unknown',
    count: session.state === 'unknown' ? undefined : session.counts.cart,
  })
  const wished = useWishlistIds(session).length
  useJoinWishes(session.state === 'user')
  const inCart = cart.state === 'known' ? cart.count : 0
  const visit = useMemo(() => ({ session, inCart, wished }), [session, inCart, wished])
  return <VisitContext value={visit}>{children}</VisitContext>
}

/** What a visitor wished for on this device joins the wishlist of whoever signs in. */
function useJoinWishes(signedIn: boolean): void {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const join = useEffectEvent(async () => {
    const { joinWishes } = await loadChunk(
      'join-wishes',
      () => import('../features/wishlist/join-wishes'),
    )
    if (await joinWishes(client)) toast({ text: t('done.added_to_wishlist') })
  })
  useEffect(() => {
    // A chunk that does not arrive is reported; the device holds the wishes until the next visit.
    if (signedIn && readDeviceWishes().length > 0) join().catch(() => {})
  }, [signedIn])
}

/** Delivery and account of someone signed in, the ways in for others, nothing until it is known. */
function Personal() {
  const { session } = use(VisitContext)
  if (session.state === 'unknown') return null
  if (session.state === 'visitor') return <SignInLinks />
  return (
    <Suspense>
      <SignedInBar user={session.user} />
    </Suspense>
  )
}

/** Its place is reserved for visitors too, so that nothing moves when the person is known. */
function HeaderWishlist() {
  const t = useT()
  const { session, wished } = use(VisitContext)
  return (
    <span className="w-11">
      {(session.state === 'user' || wished > 0) && (
        <CountLink
          to={session.state === 'user' ? '/user/wishlist' : '/wishlist'}
          label={t('nav.wishlist_count', { count: wished })}
          icon={<Heart aria-hidden="true" className="size-6" />}
          count={wished}
        />
      )}
    </span>
  )
}

/** Elsewhere the bottom bar leads to the cart; on a short screen it stands below everything. */
function HeaderCart() {
  const t = useT()
  const { inCart } = use(VisitContext)
  return (
    <span className="hidden lg:block short:block">
      <CountLink
        to="/user/cart"
        label={t('nav.cart_count', { count: inCart })}
        icon={<ShoppingCart aria-hidden="true" className="size-6" />}
        count={inCart}
      />
    </span>
  )
}

function BarCart() {
  const t = useT()
  const { inCart } = use(VisitContext)
  return <BottomCart count={inCart} label={t('nav.cart_count', { count: inCart })} />
}

function BarAccount() {
  const { session } = use(VisitContext)
  if (session.state !== 'user') return <BottomSignIn />
  return (
    <Suspense fallback={<BottomSignIn />}>
      <SignedInItem user={session.user} />
    </Suspense>
  )
}

/** A guarded screen that waits for the session says so itself. */
function ConnectionNote() {
  const { session } = use(VisitContext)
  const { trouble } = useSessionTrouble()
  const { pathname } = useLocation()
  const saidByScreen = () => session.state === 'unknown' && rowOf(pathname).access !== 'all'
  return <OfflineNote sessionTrouble={trouble && !saidByScreen()} />
}

// Most visits begin without a person: what only people signed in have comes when one is known.
const signedIn = () => loadChunk('signed-in', () => import('./SignedIn'))

/** Without its menu the shop still sells; the next page loads it again. */
const nothing: { default: ComponentType<{ user: User }> } = { default: () => null }

const SignedInBar = lazy(() =>
  signedIn().then(
    (chunk) => ({ default: chunk.SignedInBar }),
    () => nothing,
  ),
)
const SignedInItem = lazy(() =>
  signedIn().then(
    (chunk) => ({ default: chunk.SignedInItem }),
    () => nothing,
  ),
)
