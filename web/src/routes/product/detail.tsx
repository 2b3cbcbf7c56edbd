import { ScreenPending } from '../../features/layout/ScreenPending'

/** One product. */
export function Screen() {
  return <ScreenPending heading="page.product" />
}
