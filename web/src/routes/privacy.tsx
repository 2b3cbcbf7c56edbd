import { ScreenPending } from '../features/layout/ScreenPending'

/** What happens to personal data. */
export function Screen() {
  return <ScreenPending heading="page.privacy" />
}
