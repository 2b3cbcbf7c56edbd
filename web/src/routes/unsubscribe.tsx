import { FormPage } from '../features/account/FormPage'
import { unsubscribe } from '../features/restock/api'
import { errorText } from '../lib/errors'
import { useT } from '../lib/i18n'
import { useQuery } from '../lib/query/use-query'
import { useParams } from '../lib/router'
import { Alert } from '../ui/Alert'
import { Button } from '../ui/Button'
import { LinkButton } from '../ui/LinkButton'
import { Spinner } from '../ui/Spinner'

/** Ends the mails about products that are back, as soon as the link of such a mail is opened. */
export default function UnsubscribeScreen() {
  const t = useT()
  const { token = '' } = useParams()
  // A query, not an effect: opened once, whatever the screen does meanwhile.
  const link = useQuery({
    queryKey: ['unsubscribe', token],
    queryFn: () => unsubscribe(token),
    retry: false,
    staleTime: Infinity,
  })
  return (
    <FormPage title={t('page.unsubscribe')}>
      <div className="flex flex-col items-start gap-4">
        {link.isPending && <Spinner label={t('a11y.loading')} />}
        {link.isSuccess && <Alert tone="success">{t('done.unsubscribed')}</Alert>}
        {link.isError && (
          <Alert
            tone="error"
            action={
              <Button variant="secondary" onClick={() => void link.refetch()}>
                {t('common.retry')}
              </Button>
            }
          >
            {errorText(t, link.error)}
          </Alert>
        )}
        <LinkButton to="/" variant="secondary">
          {t('nav.back_to_shop')}
        </LinkButton>
      </div>
    </FormPage>
  )
}
