import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { longDate } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { laterPart } from '../../lib/later-part'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { ErrorState } from '../../ui/ErrorState'
import { OnDemand } from '../../ui/OnDemand'
import { Skeleton } from '../../ui/Skeleton'
import { useToast } from '../../ui/toast-context'
import { type Passkey, type Passkeys, removePasskey } from './api'
import { Panel } from './Panel'
import { isBareAddress, supportsPasskeys } from './passkey-support'
import { PasswordDialog } from './PasswordDialog'

const addPasskey = laterPart('add-passkey', () => import('./AddPasskey'), null)
const renamePasskey = laterPart('rename-passkey', () => import('./RenamePasskey'), null)

interface PasskeysPanelProps {
  passkeys: Passkeys | undefined
  failed: boolean
  retry: () => void
  onChanged: () => Promise<void>
}

/** The passkeys of the account: what they are called, when they were used, and the way to add one. */
export function PasskeysPanel({ passkeys, failed, retry, onChanged }: PasskeysPanelProps) {
  const t = useT()
  // Before the answer is here, the address tells it: the panel must not come and go.
  if (passkeys === undefined ? isBareAddress() : !passkeys.available) return null
  return (
    <Panel anchor="passkeys" title={t('passkeys.title')} text={t('passkeys.text')}>
      {passkeys === undefined ? (
        failed ? (
          <ErrorState title={t('error.network')} onRetry={retry} />
        ) : (
          <Skeleton className="h-11" />
        )
      ) : (
        <PasskeyList state={passkeys} onChanged={onChanged} />
      )}
    </Panel>
  )
}

interface PasskeyListProps {
  state: Passkeys
  onChanged: () => Promise<void>
}

type Doing = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey }

function PasskeyList({ state, onChanged }: PasskeyListProps) {
  const t = useT()
  const toast = useToast()
  const [doing, setDoing] = useState<Doing | null>(null)

  async function over(text: string) {
    setDoing(null)
    toast({ tone: 'success', text })
    await onChanged()
  }

  return (
    <>
      {state.required && <Alert tone="warning">{t('passkeys.required')}</Alert>}
      {state.passkeys.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {state.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setDoing({ what: 'rename', passkey })}
              onRemove={() => setDoing({ what: 'remove', passkey })}
            />
          ))}
        </ul>
      )}
      {!supportsPasskeys() ? (
        <p className="text-sm text-muted">{t('passkeys.unsupported')}</p>
      ) : (
        <Button
          variant={state.passkeys.length > 0 ? 'secondary' : 'primary'}
          className="self-start"
          onClick={() => setDoing({ what: 'add' })}
        >
          {t('passkeys.add')}
        </Button>
      )}
      {doing?.what === 'add' && (
        <OnDemand part={addPasskey} onMissing={() => setDoing(null)}>
          {({ AddPasskey }) => (
            <AddPasskey
              state={state}
              onAdded={() => over(t('passkeys.added'))}
              onClose={() => setDoing(null)}
            />
          )}
        </OnDemand>
      )}
      {doing?.what === 'rename' && (
        <OnDemand part={renamePasskey} onMissing={() => setDoing(null)}>
          {({ RenamePasskey }) => (
            <RenamePasskey
              passkey={doing.passkey}
              onRenamed={() => over(t('done.passkey_renamed'))}
              onClose={() => setDoing(null)}
            />
          )}
        </OnDemand>
      )}
      {doing?.what === 'remove' && (
        <PasswordDialog
          title={t('passkeys.remove_title')}
          text={t('passkeys.remove_text', { name: doing.passkey.name })}
          confirmLabel={t('passkeys.remove')}
          confirm={async (password) => {
            await removePasskey(doing.passkey.id, password)
            await over(t('done.passkey_removed'))
          }}
          onClose={() => setDoing(null)}
        />
      )}
    </>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const t = useT()
  const { name, created_at: created, last_used_at: used } = passkey
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <KeyRound aria-hidden="true" className="size-6 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-semibold break-words">
          <bdi>{name}</bdi>
        </span>
        <span className="block text-sm text-muted">
          {t('passkeys.created', { date: longDate(t, created) })}
        </span>
        <span className="block text-sm text-muted">
          {used === null ? t('passkeys.unused') : t('passkeys.used', { date: longDate(t, used) })}
        </span>
      </span>
      <span className="flex gap-1">
        <Button
          variant="quiet"
          aria-label={t('passkeys.rename_named', { name })}
          onClick={onRename}
        >
          {t('passkeys.rename')}
        </Button>
        <Button
          variant="quiet"
          className="text-danger!"
          aria-label={t('passkeys.remove_named', { name })}
          onClick={onRemove}
        >
          {t('passkeys.remove')}
        </Button>
      </span>
    </li>
  )
}
