import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pendingQuery } from './api'
import { ApiError } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { EmptyState } from '../../ui/EmptyState'
import { PhoneCode } from '../../ui/illustrations/PhoneCode'
import { LinkButton } from '../../ui/LinkButton'

/**
 * Shows a screen of the admin area. An admin without two-factor, or without the passkey that the shop
 * asks for, is led to its setup instead.
 */
export function AdminGate({ children }: { children: ReactNode }) {
  const t = useT()
  const { error } = useQuery(pendingQuery())
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'passkey_required') {
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
