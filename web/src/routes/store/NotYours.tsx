import { StrongerSignIn } from '../../domain/account/StrongerSignIn'
import { EmptyStores } from '../../features/stores/EmptyStores'
import { useT } from '../../lib/i18n'
import { EmptyState } from '../../ui/EmptyState'
import { LinkButton } from '../../ui/LinkButton'

interface NotYoursProps {
  error: unknown
  /** What is refused, where it is more than a page. */
  title?: string
}

/** A screen of a store that this person may not open, and what to do about it. */
export function NotYours({ error, title }: NotYoursProps) {
  const t = useT()
  return (
    <StrongerSignIn error={error}>
      <EmptyState
        titleAs="h1"
        className="page-width"
        illustration={<EmptyStores />}
        title={title ?? t('desk.not_yours')}
        action={<LinkButton to="/user/stores">{t('nav.my_stores')}</LinkButton>}
      />
    </StrongerSignIn>
  )
}
