import { ScreenPending } from '../features/layout/ScreenPending'

/** Adding a store. */
export function Screen() {
  return <ScreenPending heading="page.add_store" />
}
