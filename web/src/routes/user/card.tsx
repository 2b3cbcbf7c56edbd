import { ScreenPending } from '../../features/layout/ScreenPending'

/** The payment card. */
export function Screen() {
  return <ScreenPending heading="page.card" />
}
