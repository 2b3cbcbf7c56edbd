import { ScreenPending } from '../../features/layout/ScreenPending'

/** Everything at a discount. */
export function Screen() {
  return <ScreenPending heading="page.discounts" />
}
