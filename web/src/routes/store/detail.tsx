import { ScreenPending } from '../../features/layout/ScreenPending'

/** One store. */
export function Screen() {
  return <ScreenPending heading="page.store" />
}
