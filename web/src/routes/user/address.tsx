import { useState } from 'react'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useMutation } from '../../lib/query/use-mutation'
import { useQuery } from '../../lib/query/use-query'
import { useNavigate, useParams } from '../../lib/router'
import {
  addAddress,
  type Address,
  type AddressFields,
  ADDRESSES,
  addressQuery,
  deleteAddress,
  emptyAddress,
  cacheAddresses,
  addressToFields,
  findAddress,
  type Saved,
  updateAddress,
} from '../../features/addresses/api'
import { AddressForm } from '../../features/addresses/AddressForm'
import { deleteAddressDraft, NEW_ADDRESS, readAddressDraft } from '../../features/addresses/draft'
import { addressErrorText, isElsewhere } from '../../features/addresses/errors'
import type { NoticeState } from '../../features/layout/notice'
import { useRefreshSession, useSession } from '../../features/session/api'
import { ApiError } from '../../lib/errors'
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
  const session = useSession()
  if (session.state !== 'user') return null
  const owner = session.user.id
  return <OfPerson key={owner} index={index} owner={owner} />
}

function OfPerson({ index, owner }: { index: number; owner: string }) {
  const t = useT()
  const query = useQuery(addressQuery(index, owner))
  // Whatever a later answer says, the form that is being typed into stays.
  if (query.data !== undefined) return <Editor index={index} current={query.data} owner={owner} />
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <NoAddress owner={owner} />
  }
  if (query.isError) {
    return (
      <ErrorState
        title={t('address.load_failed')}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      />
    )
  }
  return <Spinner />
}

interface EditorProps {
  index: number
  current: Address
  owner: string
}

function Editor({ index, current, owner }: EditorProps) {
  const t = useT()
  // The address that the form was opened for, whatever stands at its position meanwhile.
  const [address] = useState(current)
  const client = useQueryClient()
  const navigate = useNavigate()
  const refreshSession = useRefreshSession()
  /** It was deleted elsewhere: what is typed is now a new address. */
  const [gone, setGone] = useState(false)
  const draftName = gone ? NEW_ADDRESS : address._id
  const [deleted, setDeleted] = useState(false)
  const [asking, setAsking] = useState(false)

  /** Does something to the address where it is now: another tab or device may have moved it. */
  async function whereItIs(work: (position: number) => Promise<Saved>) {
    try {
      return { position: index, saved: await work(index) }
    } catch (error) {
      if (!isElsewhere(error)) throw error
      const position = await findAddress(client, address._id)
      if (position === null) {
        setGone(true)
        deleteAddressDraft(address._id)
        void refreshSession() // the header may still name it as the one to deliver to
        throw error
      }
      return { position, saved: await work(position) }
    }
  }

  const update = useMutation({
    scope: { id: ADDRESSES },
    mutationFn: (fields: AddressFields) =>
      whereItIs((position) => updateAddress(position, address._id, fields)),
    onMutate: () => deletion.reset(),
  })

  const adding = useMutation({ scope: { id: ADDRESSES }, mutationFn: addAddress })

  async function save(fields: AddressFields): Promise<string> {
    if (gone) {
      const saved = await adding.mutateAsync(fields)
      await finish(saved)
      leave('/user/addresses', 'done.address_added')
      return saved.code
    }
    const { position, saved } = await update.mutateAsync(fields)
    await finish(saved)
    if (position !== index) leave(`/user/address/${position}`, 'done.address_updated')
    return saved.code
  }

  async function finish(saved: Saved) {
    cacheAddresses(client, saved)
    await refreshSession()
  }

  /** Nothing is left to save: the draft must not come back on the next screen. */
  function leave(path: string, key: NoticeState['notice']['key']) {
    deleteAddressDraft(draftName)
    const state: NoticeState = { notice: { tone: 'success', key } }
    navigate(path, { replace: true, state })
  }

  const deletion = useWrite({
    resource: ADDRESSES,
    write: () => whereItIs((position) => deleteAddress(position, address._id)),
    onDone: async ({ saved }) => {
      setDeleted(true)
      await finish(saved)
      leave('/user/addresses', 'done.address_deleted')
    },
    onFailed: () => setAsking(false),
  })

  if (deleted) return <Spinner />
  return (
    <>
      {deletion.failure !== null && (
        <Alert tone="error" className="mb-4">
          {addressErrorText(t, deletion.failure)}
        </Alert>
      )}
      <AddressForm
        rules={gone ? 'add_address' : 'update_address'}
        draftName={draftName}
        owner={owner}
        initial={gone ? emptyAddress : addressToFields(address)}
        save={save}
        actions={
          !gone && (
            <Button variant="danger" onClick={() => setAsking(true)}>
              {t('address.delete_this')}
            </Button>
          )
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

/** No address is here. What was typed for one that was deleted meanwhile goes on as a new one. */
function NoAddress({ owner = '' }: { owner?: string }) {
  const t = useT()
  const [typed] = useState(() => readAddressDraft(NEW_ADDRESS, owner) !== null)
  return (
    <Alert
      tone="error"
      action={
        <LinkButton to={typed ? '/user/add-address' : '/user/addresses'} variant="secondary">
          {typed ? t('address.new') : t('address.all')}
        </LinkButton>
      }
    >
      {typed ? t('address.gone_typed') : t('error.address_not_found')}
    </Alert>
  )
}
