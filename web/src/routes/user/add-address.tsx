import { ScreenPending } from '../../features/layout/ScreenPending'

/** A new address. */
export function Screen() {
  return <ScreenPending heading="page.add_address" />
}
