import { ScreenPending } from '../features/layout/ScreenPending'

/** One brand. */
export function Screen() {
  return <ScreenPending heading="page.brand" />
}
