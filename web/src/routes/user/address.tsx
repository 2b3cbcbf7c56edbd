import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from '../../lib/router'
import {
  type Address,
  type AddressFields,
  ADDRESSES,
  addressQuery,
  deleteAddress,
  cacheAddresses,
  addressToFields,
  updateAddress,
} from '../../features/addresses/api'
import { AddressForm } from '../../features/addresses/AddressForm'
import { StaleAddress } from '../../features/addresses/StaleAddress'
import type { NoticeState } from '../../features/layout/notice'
import { useRefreshSession, useSession } from '../../features/session/api'
import { ApiError, errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { ErrorState } from '../../ui/ErrorState'
import { LinkButton } from '../../ui/LinkButton'
import { Spinner } from '../../ui/Spinner'
import { useWrite } from '../../ui/use-write'
import { AddressPage } from './AddressPage'

/** One address, to change or delete. */
export default function EditAddressScreen() {
  const t = useT()
  const { index = '' } = useParams()
  return (
    <AddressPage title={t('address.update_title')}>
      {/^\d{1,3}$/.test(index) ? <AtPosition key={index} index={Number(index)} /> : <NoAddress />}
    </AddressPage>
  )
}

function AtPosition({ index }: { index: number }) {
  const t = useT()
  const session = useSession()
  const query = useQuery(addressQuery(index))
  const [reload, setReload] = useState({ busy: false, times: 0 })
  if (session.state !== 'user') return null
  if (query.error instanceof ApiError && query.error.status === 404) return <NoAddress />
  if (query.isError) {
    return (
      <ErrorState
        title={t('address.load_failed')}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      />
    )
  }
  if (query.data === undefined || reload.busy) return <Spinner />

  async function again() {
    setReload({ ...reload, busy: true })
    await query.refetch()
    setReload({ busy: false, times: reload.times + 1 })
  }
  return (
    <Editor
      key={reload.times}
      index={index}
      current={query.data}
      owner={session.user.id}
      onReload={() => void again()}
    />
  )
}

interface EditorProps {
  index: number
  current: Address
  owner: string
  onReload: () => void
}

function Editor({ index, current, owner, onReload }: EditorProps) {
  const t = useT()
  // The address that the form was opened for, whatever stands at its position meanwhile.
  const [address] = useState(current)
  const client = useQueryClient()
  const navigate = useNavigate()
  const refreshSession = useRefreshSession()
  const [stale, setStale] = useState(false)
  const [asking, setAsking] = useState(false)

  function noteStale(error: unknown) {
    if (error instanceof ApiError && error.code === 'address_stale') setStale(true)
  }

  const update = useMutation({
    scope: { id: ADDRESSES },
    mutationFn: (fields: AddressFields) => updateAddress(index, address._id, fields),
    onMutate: () => deletion.reset(),
    onSuccess: async (saved) => {
      cacheAddresses(client, saved)
      await refreshSession()
    },
    onError: noteStale,
  })

  const deletion = useWrite({
    resource: ADDRESSES,
    write: () => deleteAddress(index, address._id),
    onDone: async (saved) => {
      cacheAddresses(client, saved)
      await refreshSession()
      const state: NoticeState = { notice: { tone: 'success', key: 'done.address_deleted' } }
      navigate('/user/addresses', { state })
    },
    onFailed: (error) => {
      noteStale(error)
      setAsking(false)
    },
  })

  if (stale) return <StaleAddress onReload={onReload} />
  return (
    <>
      {deletion.failure !== null && (
        <Alert tone="error" className="mb-4">
          {errorText(t, deletion.failure)}
        </Alert>
      )}
      <AddressForm
        rules="update_address"
        draftName={address._id}
        owner={owner}
        initial={addressToFields(address)}
        save={async (fields) => (await update.mutateAsync(fields)).code}
        actions={
          <Button variant="danger" onClick={() => setAsking(true)}>
            {t('address.delete_this')}
          </Button>
        }
      />
      <ConfirmDialog
        open={asking}
        title={t('address.delete_title')}
        confirmLabel={t('address.delete_this')}
        busy={deletion.busy}
        onConfirm={() => deletion.send()}
        onCancel={() => setAsking(false)}
      >
        {t('address.delete_confirm')}
      </ConfirmDialog>
    </>
  )
}

function NoAddress() {
  const t = useT()
  return (
    <Alert
      tone="error"
      action={
        <LinkButton to="/user/addresses" variant="secondary">
          {t('address.all')}
        </LinkButton>
      }
    >
      {t('error.address_not_found')}
    </Alert>
  )
}
