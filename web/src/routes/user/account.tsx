import { ScreenPending } from '../../features/layout/ScreenPending'

/** The account. */
export function Screen() {
  return <ScreenPending heading="page.account" />
}
