import { ScreenPending } from '../../features/layout/ScreenPending'

/** The admin’s desk. */
export function Screen() {
  return <ScreenPending heading="page.admin" />
}
