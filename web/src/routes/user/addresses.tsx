import { ScreenPending } from '../../features/layout/ScreenPending'

/** The delivery addresses. */
export function Screen() {
  return <ScreenPending heading="page.addresses" />
}
