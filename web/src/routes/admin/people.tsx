import { useNavigate } from '../../lib/router'
import { AdminPage } from '../../features/admin/AdminPage'
import { HOUSE } from '../../domain/store/house'
import { MembersView } from '../../features/members/MembersView'
import { useRefreshSession, useSession } from '../../features/session/api'
import { useT } from '../../lib/i18n'

/** The people who run the shop. */
export default function AdminPeopleScreen() {
  const t = useT()
  const session = useSession()
  const navigate = useNavigate()
  const refresh = useRefreshSession()
  const user = session.state === 'user' ? session.user : undefined
  return (
    <AdminPage title={t('members.house_title')}>
      <p className="mb-4 text-muted">{t('members.house_text')}</p>
      <MembersView
        place={HOUSE}
        me={user?.id ?? ''}
        manages={user?.admin ?? false}
        onOwnChange={() => void refresh().then(() => navigate('/'))}
      />
    </AdminPage>
  )
}
