import { useQueryClient } from '../lib/query/QueryClientProvider'
import { useQuery } from '../lib/query/use-query'
import { useLocation, useNavigate, useParams } from '../lib/router'
import { FormPage } from '../features/account/FormPage'
import type { NoticeState } from '../features/layout/notice'
import { HOUSE } from '../domain/store/house'
import { nameOfStore } from '../domain/store/store'
import { accept, invitationQuery } from '../features/members/api'
import { useRefreshSession, useSession } from '../features/session/api'
import { signInPath } from '../features/session/next-path'
import { invalidateStores } from '../features/stores/api'
import { storePath } from '../features/stores/paths'
import { errorText } from '../lib/errors'
import { useLang, useT } from '../lib/i18n'
import { Alert } from '../ui/Alert'
import { Button } from '../ui/Button'
import { LinkButton } from '../ui/LinkButton'
import { Spinner } from '../ui/Spinner'
import { useWrite } from '../ui/use-write'

/** Where the link of an invitation leads: what one is invited to, and the button that accepts it. */
export default function JoinScreen() {
  const t = useT()
  const { lang } = useLang()
  const { token = '' } = useParams()
  const { pathname } = useLocation()
  const session = useSession()
  const navigate = useNavigate()
  const client = useQueryClient()
  const refresh = useRefreshSession()
  const query = useQuery(invitationQuery(token))
  const joining = useWrite({
    resource: 'invitation',
    write: () => accept(token),
    onDone: async ({ store }) => {
      await Promise.all([refresh(), invalidateStores(client)])
      const state: NoticeState = { notice: { tone: 'success', key: 'members.joined' } }
      navigate(store === HOUSE ? '/admin' : storePath(store), { state })
    },
    onFailed: () => undefined,
  })
  return (
    <FormPage title={t('members.join_title')}>
      {query.isError && <Alert tone="error">{errorText(t, query.error)}</Alert>}
      {query.isPending && <Spinner label={t('common.loading')} />}
      {query.data !== undefined && (
        <div className="flex flex-col gap-4">
          {joining.failure !== null && <Alert tone="error">{errorText(t, joining.failure)}</Alert>}
          <p>
            {t.nodes('members.join_text', {
              store: (
                <bdi key="store">{nameOfStore(lang, query.data) || t('common.site_name')}</bdi>
              ),
              role: <strong key="role">{t(`role.${query.data.role}`)}</strong>,
            })}
          </p>
          {session.state === 'user' ? (
            <>
              <p className="text-muted">
                {t.nodes('members.join_as', {
                  name: <bdi key="name">{session.user.username}</bdi>,
                })}
              </p>
              <Button busy={joining.busy} onClick={() => joining.send()}>
                {t('members.accept')}
              </Button>
            </>
          ) : (
            session.state === 'visitor' && (
              <>
                <p className="text-muted">{t('members.sign_in_first')}</p>
                <LinkButton to={signInPath(pathname)}>{t('nav.sign_in')}</LinkButton>
              </>
            )
          )}
        </div>
      )}
    </FormPage>
  )
}
