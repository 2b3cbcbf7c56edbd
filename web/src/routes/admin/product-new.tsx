import { ScreenPending } from '../../features/layout/ScreenPending'

/** Adding a product. */
export function Screen() {
  return <ScreenPending heading="page.add_product" />
}
