import { nameOfStore } from '../../domain/store/store'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useNavigate, useParams } from '../../lib/router'
import { MembersView } from '../../features/members/MembersView'
import { useRefreshSession, useSession } from '../../features/session/api'
import { invalidateStores, storeQuery } from '../../features/stores/api'
import { storePath } from '../../features/stores/paths'
import { useLang, useT } from '../../lib/i18n'
import { Breadcrumb } from '../../ui/Breadcrumb'

/** The people of a store. */
export default function StorePeopleScreen() {
  const { lang } = useLang()
  const t = useT()
  const { id = '' } = useParams()
  const session = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const refresh = useRefreshSession()
  const store = useQuery(storeQuery(id))
  const me = session.state === 'user' ? session.user.id : ''
  return (
    <div className="page-width max-w-4xl pt-2 pb-8 lg:pt-4">
      <Breadcrumb
        crumbs={[
          { label: t('store.title'), to: '/user/stores' },
          {
            label: store.data === undefined ? t('page.store') : nameOfStore(lang, store.data.store),
            to: storePath(id),
          },
          { label: t('members.title') },
        ]}
      />
      <h1 className="mt-1 mb-4 text-2xl lg:text-3xl">{t('members.title')}</h1>
      <MembersView
        key={id}
        place={id}
        me={me}
        manages={store.data?.may.includes('manage_members') ?? false}
        onOwnChange={(left) => {
          void refresh()
          void invalidateStores(client)
          if (left) navigate('/user/stores')
        }}
      />
    </div>
  )
}
