import { ScreenPending } from '../../features/layout/ScreenPending'

/** The admin’s orders. */
export function Screen() {
  return <ScreenPending heading="page.admin_orders" />
}
