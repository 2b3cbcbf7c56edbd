import { ScreenPending } from '../../features/layout/ScreenPending'

/** Sign up. */
export function Screen() {
  return <ScreenPending heading="page.signup" />
}
