import { ScreenPending } from '../features/layout/ScreenPending'

/** The shop as an app. */
export function Screen() {
  return <ScreenPending heading="page.app" />
}
