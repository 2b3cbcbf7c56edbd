import { useState } from 'react'
import { useQuery } from '../lib/query/use-query'
import { useParams } from '../lib/router'
import { resetLinkQuery } from '../features/account/api'
import { FormPage } from '../features/account/FormPage'
import { NewPasswordForm } from '../features/account/NewPasswordForm'
import { ResetRequestDialog } from '../features/account/ResetRequestDialog'
import { ApiError } from '../lib/errors'
import { useT } from '../lib/i18n'
import { Alert } from '../ui/Alert'
import { Button } from '../ui/Button'
import { ErrorState } from '../ui/ErrorState'
import { LinkButton } from '../ui/LinkButton'
import { Spinner } from '../ui/Spinner'

/** A new password: first the link is checked, then the form is shown. */
export default function ResetPasswordScreen() {
  const t = useT()
  const { userID = '', token = '' } = useParams()
  return (
    <FormPage title={t('auth.reset_title')}>
      <CheckedLink userID={userID} token={token} />
    </FormPage>
  )
}

function CheckedLink({ userID, token }: { userID: string; token: string }) {
  const t = useT()
  const link = useQuery(resetLinkQuery(token))
  if (link.isPending) return <Spinner label={t('auth.checking_link')} />
  if (!link.isError) return <NewPasswordForm userID={userID} token={token} />
  // No answer at all says nothing about the link.
  if (!(link.error instanceof ApiError) || link.error.status !== 400) {
    return <ErrorState title={t('error.network')} onRetry={() => void link.refetch()} />
  }
  return <AnotherLink />
}

function AnotherLink() {
  const t = useT()
  const [asking, setAsking] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="error">{t('auth.link_invalid')}</Alert>
      <Button full onClick={() => setAsking(true)}>
        {t('auth.new_link')}
      </Button>
      <LinkButton variant="secondary" to="/user/login" full>
        {t('auth.go_to_sign_in')}
      </LinkButton>
      <ResetRequestDialog open={asking} onClose={() => setAsking(false)} />
    </div>
  )
}
