import { ApiError, errorText, NETWORK } from '../../lib/errors'
import type { Translate } from '../../lib/i18n'

/** Whether the address is not, or no longer, at its position. */
export function isElsewhere(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'address_stale' || error.code === 'address_not_found')
  )
}

/** Why an address was not saved or deleted, and what that did not cost. */
export function addressErrorText(t: Translate, error: unknown): string {
  if (isElsewhere(error)) return t('address.gone')
  const text = errorText(t, error)
  return error instanceof ApiError && error.code !== NETWORK
    ? text
    : `${text}. ${t('common.typed_kept')}`
}
