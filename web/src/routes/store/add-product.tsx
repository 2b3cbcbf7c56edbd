import { ScreenPending } from '../../features/layout/ScreenPending'

/** Adding a product to a store. */
export function Screen() {
  return <ScreenPending heading="page.add_product" />
}
