import {
  addAddress,
  type AddressFields,
  addressKeys,
  cacheAddresses,
  emptyAddress,
} from '../../features/addresses/api'
import { AddressForm } from '../../features/addresses/AddressForm'
import { NEW_ADDRESS } from '../../features/addresses/draft'
import { useRefreshSession, useSession } from '../../features/session/api'
import { useT } from '../../lib/i18n'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { AddressPage } from './AddressPage'

/** A new address. */
export default function AddAddressScreen() {
  const t = useT()
  const session = useSession()
  const client = useQueryClient()
  const refreshSession = useRefreshSession()
  if (session.state !== 'user') return null

  async function save(address: AddressFields): Promise<string> {
    const saved = await addAddress(address)
    cacheAddresses(client, saved)
    void client.invalidateQueries({ queryKey: addressKeys.list })
    await refreshSession()
    return saved.code
  }

  return (
    <AddressPage title={t('address.add_title')}>
      <AddressForm
        key={session.user.id}
        rules="add_address"
        draftName={NEW_ADDRESS}
        owner={session.user.id}
        initial={emptyAddress}
        save={save}
        fresh
      />
    </AddressPage>
  )
}
