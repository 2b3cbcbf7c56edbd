import { Heart, ShoppingCart } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, use, useRef } from 'react'
import { BottomBar, BottomCart, BottomSignIn } from '../features/layout/BottomBar'
import { ConnectionRegion } from '../features/layout/ConnectionRegion'
import { CountLink } from '../features/layout/CountLink'
import { Footer } from '../features/layout/Footer'
import { Header } from '../features/layout/Header'
import { LanguageSwitch } from '../features/layout/LanguageSwitch'
import { MAIN_ID, SkipLink } from '../features/layout/SkipLink'
import type { User } from '../features/session/api'
import { SignInLinks } from '../features/session/SignInLinks'
import { loadChunk } from '../lib/chunk'
import { useT, withSoonTexts } from '../lib/i18n'
import { laterPart, useLaterPart } from '../lib/later-part'
import { SearchBox } from './SearchBox'
import { VisitContext, VisitProvider } from './visit'

/** What is around every screen of the shop; composes what the features give for header and bars. */
export function AppLayout({ children }: { children: ReactNode }) {
  const search = useRef<HTMLInputElement>(null)
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
      <Footer choices={<Choices />} />
      <BottomBar
        cart={<BarCart />}
        account={<BarAccount />}
        onSearch={() => {
          window.scrollTo({ top: 0 })
          search.current?.focus()
        }}
      />
      <Background />
      <ConnectionRegion>
        <ConnectionNote />
      </ConnectionRegion>
    </VisitProvider>
  )
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

/** What only shows once something has happened, in the places that the layout has for it. */
const extras = laterPart('after-alive', () => withSoonTexts(() => import('./LayoutExtras')), null)

function Choices() {
  const here = useLaterPart(extras)
  return here && <here.PrivacyChoices />
}

function Background() {
  const here = useLaterPart(extras)
  return here && <here.Background />
}

function ConnectionNote() {
  const here = useLaterPart(extras)
  return here && <here.ConnectionNote />
}

// Most visits begin without a person: what only people signed in have comes when one is known.
const signedIn = () => loadChunk('signed-in', () => withSoonTexts(() => import('./SignedIn')))

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
