import { ScreenPending } from '../features/layout/ScreenPending'

/** The terms of use. */
export function Screen() {
  return <ScreenPending heading="page.terms" />
}
