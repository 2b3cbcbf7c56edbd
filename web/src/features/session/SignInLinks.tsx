import { useT } from '../../lib/i18n'
import { LinkButton } from '../../ui/LinkButton'

/** The two ways in, for those who are not signed in. */
export function SignInLinks() {
  const t = useT()
  return (
    <div className="flex w-full gap-2 lg:w-auto">
      <LinkButton to="/user/signup" variant="quiet" className="flex-1 whitespace-nowrap">
        {t('nav.sign_up')}
      </LinkButton>
      <LinkButton
        to="/user/login"
        variant="quiet"
        className="flex-1 whitespace-nowrap lg:border lg:border-primary"
      >
        {t('nav.sign_in')}
      </LinkButton>
    </div>
  )
}
