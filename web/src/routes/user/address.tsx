import { ScreenPending } from '../../features/layout/ScreenPending'

/** One address, to change or delete. */
export function Screen() {
  return <ScreenPending heading="page.address" />
}
