import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { longDate } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { ErrorState } from '../../ui/ErrorState'
import { Skeleton } from '../../ui/Skeleton'
import { type SignedInDevice, signOutEverywhere } from './api'
import { Panel } from './Panel'
import { PasswordDialog } from './PasswordDialog'

interface DevicesPanelProps {
  devices: readonly SignedInDevice[] | undefined
  failed: boolean
  retry: () => void
  onSignedOut: () => void
}

/** Whoever never signs out has many of these; this one comes first, then the newest. */
const SHOWN_AT_FIRST = 5

/** Where one is signed in, and the way out of all of it. */
export function DevicesPanel({ devices, failed, retry, onSignedOut }: DevicesPanelProps) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const [all, setAll] = useState(false)

  return (
    <Panel title={t('account.sessions')} text={t('account.sessions_text')}>
      {failed ? (
        <ErrorState title={t('error.network')} onRetry={retry} />
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {devices === undefined ? (
            <li className="py-3">
              <Skeleton className="h-12" />
            </li>
          ) : (
            devices
              .toSorted((a, b) => Number(b.current) - Number(a.current))
              .slice(0, all ? undefined : SHOWN_AT_FIRST)
              .map((device) => <Device key={device.id} device={device} />)
          )}
        </ul>
      )}
      {!all && devices !== undefined && devices.length > SHOWN_AT_FIRST && (
        <Button variant="quiet" className="self-start" onClick={() => setAll(true)}>
          {t('account.sessions_all', { count: devices.length })}
        </Button>
      )}
      <Button variant="secondary" className="self-start" onClick={() => setAsking(true)}>
        {t('account.sign_out_everywhere')}
      </Button>
      {asking && (
        <PasswordDialog
          title={t('account.sign_out_everywhere')}
          text={t('account.sign_out_everywhere_confirm')}
          confirmLabel={t('account.sign_out_everywhere')}
          confirm={async (password) => {
            await signOutEverywhere(password)
            onSignedOut()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}

function Device({ device }: { device: SignedInDevice }) {
  const t = useT()
  const Icon = /android|iphone|ipad|mobile/i.test(device.device) ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-4 py-3">
      <Icon aria-hidden="true" className="size-6 shrink-0 text-muted" />
      <span className="min-w-0">
        <span className="block font-semibold">
          <bdi>{device.device === '' ? t('account.session_unknown_device') : device.device}</bdi>
        </span>
        <span className="block text-sm text-muted">
          {device.current
            ? t('account.session_current')
            : t('account.session_seen', { date: longDate(t, device.last_seen_at) })}
        </span>
      </span>
    </li>
  )
}
