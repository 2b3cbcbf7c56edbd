import { useQueryClient } from '@tanstack/react-query'
import {
  addAddress,
  type AddressFields,
  addressKeys,
  cacheAddresses,
} from '../../features/addresses/api'
import { AddressForm } from '../../features/addresses/AddressForm'
import { useRefreshSession, useSession } from '../../features/session/api'
import { useT } from '../../lib/i18n'
import { AddressPage } from './AddressPage'

const empty: AddressFields = {
  street: '',
  state: '',
  city: '',
  building: '',
  floor: '',
  extra_info: '',
}

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
        draftName="new"
        owner={session.user.id}
        initial={empty}
        save={save}
        fresh
      />
    </AddressPage>
  )
}
