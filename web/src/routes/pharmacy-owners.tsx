import { ScreenPending } from '../features/layout/ScreenPending'

/** For owners of pharmacies. */
export function Screen() {
  return <ScreenPending heading="page.pharmacy_owners" />
}
