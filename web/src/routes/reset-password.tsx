import { ScreenPending } from '../features/layout/ScreenPending'

/** Where the link of a password mail leads. */
export function Screen() {
  return <ScreenPending heading="page.reset_password" />
}
