import { ScreenPending } from '../../features/layout/ScreenPending'

/** The cart. */
export function Screen() {
  return <ScreenPending heading="page.cart" />
}
