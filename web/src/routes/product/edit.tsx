import { ScreenPending } from '../../features/layout/ScreenPending'

/** Changing a product. */
export function Screen() {
  return <ScreenPending heading="page.edit_product" />
}
