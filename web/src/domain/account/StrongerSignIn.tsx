import type { ReactNode } from 'react'
import { ApiError } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { EmptyState } from '../../ui/EmptyState'
import { PhoneCode } from '../../ui/illustrations/PhoneCode'
import { LinkButton } from '../../ui/LinkButton'

interface StrongerSignInProps {
  /** Why a screen of the shop's staff could not be opened. */
  error: unknown
  /** What stands there for any other error, or without one. */
  children: ReactNode
}

/** Leads who lacks the passkey or the two-factor sign-in that the shop asks of its staff to its setup. */
export function StrongerSignIn({ error, children }: StrongerSignInProps) {
  const t = useT()
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'passkey_required') return <PasskeyNeeded />
  if (code !== 'second_step_required') return children
  return (
    <EmptyState
      titleAs="h1"
      illustration={<PhoneCode />}
      title={t('admin.two_factor_title')}
      action={<LinkButton to="/user/account#two-factor">{t('admin.two_factor_link')}</LinkButton>}
    >
      {t('admin.two_factor_text')}
    </EmptyState>
  )
}

/** Tells somebody who works in the shop that it asks for a passkey first. */
export function PasskeyNeeded() {
  const t = useT()
  return (
    <EmptyState
      titleAs="h1"
      illustration={<PhoneCode />}
      title={t('admin.passkey_title')}
      action={<LinkButton to="/user/account#passkeys">{t('admin.passkey_link')}</LinkButton>}
    >
      {t('admin.passkey_text')}
    </EmptyState>
  )
}
