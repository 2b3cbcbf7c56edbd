import type { Translate } from '../../lib/i18n'
import { areRulesWide } from '../../lib/validation'

/** What a new password may be made of, by the rules that the shop has chosen. */
export function passwordHint(t: Translate): string {
  return t(areRulesWide() ? 'auth.password_hint_wide' : 'auth.password_hint')
}
