import { ScreenPending } from '../../features/layout/ScreenPending'

/** The person’s stores. */
export function Screen() {
  return <ScreenPending heading="page.stores" />
}
