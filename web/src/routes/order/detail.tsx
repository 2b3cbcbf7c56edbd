import { ScreenPending } from '../../features/layout/ScreenPending'

/** One order. */
export function Screen() {
  return <ScreenPending heading="page.order" />
}
