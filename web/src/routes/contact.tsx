import { ScreenPending } from '../features/layout/ScreenPending'

/** How to reach the shop. */
export function Screen() {
  return <ScreenPending heading="page.contact" />
}
