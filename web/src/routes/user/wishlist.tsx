import { ScreenPending } from '../../features/layout/ScreenPending'

/** The wishlist. */
export function Screen() {
  return <ScreenPending heading="page.wishlist" />
}
