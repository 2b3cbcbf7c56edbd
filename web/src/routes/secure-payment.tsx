import { ScreenPending } from '../features/layout/ScreenPending'

/** How paying is kept safe. */
export function Screen() {
  return <ScreenPending heading="page.secure_payment" />
}
