import { ScreenPending } from '../features/layout/ScreenPending'

/** Search results. */
export function Screen() {
  return <ScreenPending heading="page.search" />
}
