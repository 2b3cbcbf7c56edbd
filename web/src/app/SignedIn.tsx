import { UserRound } from 'lucide-react'
import { useLocation } from '../lib/router'
import { DeliverySelect } from '../features/addresses/DeliverySelect'
import { bottomItemStyle } from '../features/layout/BottomBar'
import { AccountMenu } from '../features/session/AccountMenu'
import { type User, useRefreshSession } from '../features/session/api'
import { useT } from '../lib/i18n'
import { cx } from '../ui/cx'
import { useMailLanguage } from './use-mail-language'

interface SignedInProps {
  user: User
}

/** Delivery and account of someone signed in, in the header. */
export function SignedInBar({ user }: SignedInProps) {
  const t = useT()
  const refresh = useRefreshSession()
  useMailLanguage()
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3 lg:justify-end">
      <DeliverySelect
        addresses={user.addresses}
        favourite={user.favorite_address}
        onChosen={refresh}
      />
      <AccountMenu
        user={user}
        label={t('nav.account_of', { account: t('nav.my_account'), name: user.first_name })}
        className="ms-auto hidden lg:ms-0 lg:block"
        trigger={
          <>
            <UserRound aria-hidden="true" className="size-6" />
            <bdi aria-hidden="true" className="max-w-24 truncate text-sm font-semibold">
              {user.first_name}
            </bdi>
          </>
        }
      />
    </div>
  )
}

/** The account item of the bottom bar for someone signed in. */
export function SignedInItem({ user }: SignedInProps) {
  const t = useT()
  const here = /^\/(user\/(?!cart|wishlist|checkout)|order\/)/.test(useLocation().pathname)
  return (
    <AccountMenu
      user={user}
      label={t('nav.account')}
      side="above"
      className="flex justify-center"
      trigger={
        <span className={cx(bottomItemStyle, here && 'text-primary!')}>
          <UserRound aria-hidden="true" className="size-6" />
          {t('nav.account')}
        </span>
      }
    />
  )
}
