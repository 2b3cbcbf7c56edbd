import { ScreenPending } from '../../features/layout/ScreenPending'

/** One category. */
export function Screen() {
  return <ScreenPending heading="page.category" />
}
