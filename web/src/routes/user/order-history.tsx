import { ScreenPending } from '../../features/layout/ScreenPending'

/** All orders of the person. */
export function Screen() {
  return <ScreenPending heading="page.order_history" />
}
