import { ScreenPending } from '../features/layout/ScreenPending'

/** Who the shop is. */
export function Screen() {
  return <ScreenPending heading="page.about" />
}
