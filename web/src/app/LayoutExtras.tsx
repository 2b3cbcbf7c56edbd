import { use, useEffect, useEffectEvent } from 'react'
import { Consent } from '../features/consent/Consent'
import { OfflineNote } from '../features/layout/OfflineNote'
import { useSessionTrouble } from '../features/session/api'
import { readDeviceWishes } from '../features/wishlist/device-wishes'
import { loadChunk } from '../lib/chunk'
import { useT } from '../lib/i18n'
import { useQueryClient } from '../lib/query/QueryClientProvider'
import { useLocation } from '../lib/router'
import { useToast } from '../ui/Toast'
import { useOtherTabs } from './other-tabs'
import { rowOf } from './route-table'
import { VisitContext } from './visit'

export { PrivacyChoices } from '../features/consent/PrivacyChoices'

/** What goes on beside every screen of the shop and shows nothing, but for a question about counting. */
export function Background() {
  const { session } = use(VisitContext)
  useOtherTabs()
  useJoinWishes(session.state === 'user')
  return <Consent />
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

/** A guarded screen that waits for the session says so itself. */
export function ConnectionNote() {
  const { session } = use(VisitContext)
  const { trouble } = useSessionTrouble()
  const { pathname } = useLocation()
  const saidByScreen = () => session.state === 'unknown' && rowOf(pathname).access !== 'all'
  return <OfflineNote sessionTrouble={trouble && !saidByScreen()} />
}
