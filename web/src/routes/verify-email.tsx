import { ScreenPending } from '../features/layout/ScreenPending'

/** Where the link of a verification mail leads. */
export function Screen() {
  return <ScreenPending heading="page.verify_email" />
}
