import { useState } from 'react'
import { emailChangeQuery } from '../features/account/api'
import { EmailChangeView } from '../features/account/EmailChangeView'
import { FormPage } from '../features/account/FormPage'
import { ApiError } from '../lib/errors'
import { useT } from '../lib/i18n'
import { useQuery } from '../lib/query/use-query'
import { useNavigate, useParams } from '../lib/router'
import { Alert } from '../ui/Alert'
import { ErrorState } from '../ui/ErrorState'
import { LinkButton } from '../ui/LinkButton'
import { Spinner } from '../ui/Spinner'
import { useToast } from '../ui/toast-context'

/** The link that an old address gets when an account is changed to another email. */
export default function EmailChangeScreen() {
  const t = useT()
  const { token = '' } = useParams()
  return (
    <FormPage title={t('page.email_change')}>
      <CheckedLink token={token} />
    </FormPage>
  )
}

function CheckedLink({ token }: { token: string }) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const [approved, setApproved] = useState<string | null>(null)
  const link = useQuery(emailChangeQuery(token))
  if (link.isPending) return <Spinner label={t('auth.checking_link')} />
  if (link.data !== undefined) {
    return (
      <EmailChangeView
        token={token}
        change={link.data}
        approved={approved}
        onApproved={setApproved}
        onUndone={(reset) => {
          toast({ tone: 'success', text: t('done.email_restored') })
          navigate(`/resetpassword/${reset.user}/${reset.token}`, { replace: true })
        }}
      />
    )
  }
  // No answer at all says nothing about the link.
  if (!(link.error instanceof ApiError) || link.error.status !== 400) {
    return <ErrorState title={t('error.network')} onRetry={() => void link.refetch()} />
  }
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="error">{t('auth.link_invalid')}</Alert>
      <LinkButton variant="secondary" to="/user/login" full>
        {t('auth.go_to_sign_in')}
      </LinkButton>
    </div>
  )
}
