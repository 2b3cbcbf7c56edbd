import { ScreenPending } from '../../features/layout/ScreenPending'

/** Checkout. */
export function Screen() {
  return <ScreenPending heading="page.checkout" />
}
