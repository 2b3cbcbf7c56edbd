import { ScreenPending } from '../../features/layout/ScreenPending'

/** Sign in. */
export function Screen() {
  return <ScreenPending heading="page.login" />
}
