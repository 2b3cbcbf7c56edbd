import {
  ADDRESSES,
  addressesQuery,
  addressKeys,
  deleteAddress,
  cacheAddresses,
  setDeliveryAddress,
} from '../../features/addresses/api'
import { AddressList } from '../../features/addresses/AddressList'
import { isElsewhere } from '../../features/addresses/errors'
import { PageSpinner } from '../../features/layout/PageSpinner'
import { useRefreshSession } from '../../features/session/api'
import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useMutation } from '../../lib/query/use-mutation'
import { useQuery } from '../../lib/query/use-query'
import { ErrorState } from '../../ui/ErrorState'
import { EmptyAddresses } from '../../features/addresses/EmptyAddresses'
import { useToast } from '../../ui/Toast'

/** The delivery addresses. */
export default function AddressesScreen() {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const refreshSession = useRefreshSession()
  const query = useQuery(addressesQuery())
  const list = query.data

  const { mutateAsync } = useMutation({
    scope: { id: ADDRESSES },
    mutationFn: (work: () => ReturnType<typeof deleteAddress>) => work(),
    onSuccess: async (saved) => {
      cacheAddresses(client, saved)
      toast({ text: t.maybe(`done.${saved.code}`) ?? t('done.saved') })
      await refreshSession()
    },
    onError: async (failure) => {
      const text = isElsewhere(failure) ? t('address.list_renewed') : errorText(t, failure)
      toast({ tone: 'error', text })
      // What was refused as stale is shown as it is now, in the header too.
      await Promise.all([
        client.invalidateQueries({ queryKey: addressKeys.list }),
        refreshSession(),
      ])
    },
  })
  const attempt = (work: () => ReturnType<typeof deleteAddress>) =>
    mutateAsync(work).then(
      () => {},
      () => {},
    )

  if (list === undefined && !query.isError) return <PageSpinner />
  return (
    <div className="page-width py-6 lg:py-8">
      <h1 className="mb-4 text-2xl lg:text-3xl">{t('address.title')}</h1>
      {list === undefined ? (
        <ErrorState
          title={t('address.load_failed')}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      ) : (
        <>
          {list.addresses.length === 0 && (
            <div className="mb-6 flex items-center gap-4">
              <EmptyAddresses />
              <div>
                <p className="font-semibold">{t('address.empty')}</p>
                <p className="text-muted">{t('address.empty_hint')}</p>
              </div>
            </div>
          )}
          <AddressList
            list={list}
            onChoose={(index) => void attempt(() => setDeliveryAddress(index))}
            onDelete={(index, address) => attempt(() => deleteAddress(index, address._id))}
          />
        </>
      )}
    </div>
  )
}
