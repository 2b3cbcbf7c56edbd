import { LockKeyhole } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { longDate } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { laterPart } from '../../lib/later-part'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { ErrorState } from '../../ui/ErrorState'
import { OnDemand } from '../../ui/OnDemand'
import { Skeleton } from '../../ui/Skeleton'
import { useToast } from '../../ui/toast-context'
import { renewRecoveryCodes, turnOffTwoFactor, type TwoFactor } from './api'
import { Panel } from './Panel'
import { RecoveryCodes } from './RecoveryCodes'

const turnOnTwoFactor = laterPart('turn-on-two-factor', () => import('./TurnOnTwoFactor'), null)
const passwordAndCode = laterPart('password-and-code', () => import('./PasswordAndCode'), null)

/** Where an address leads to this panel. */
const ANCHOR = 'two-factor'

/** So few recovery codes that one should think of new ones. */
const FEW_CODES = 2

interface TwoFactorPanelProps {
  twoFactor: TwoFactor | undefined
  failed: boolean
  retry: () => void
  /** It was turned on or off, and the session of this device is a new one. */
  onChanged: () => Promise<void>
}

/** Signing in with a code besides the password: off, being turned on, or on. */
export function TwoFactorPanel({ twoFactor, failed, retry, onChanged }: TwoFactorPanelProps) {
  const t = useT()
  const [turningOn, setTurningOn] = useState(false)
  // Shown this once: they stay until they were kept, although the new session asks for everything anew meanwhile.
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  // What had the focus is gone when either is over.
  const [takesFocus, setTakesFocus] = useState(false)

  function stopTurningOn() {
    setTurningOn(false)
    setTakesFocus(true)
  }

  return (
    <Panel
      anchor={ANCHOR}
      title={t('two_factor.title')}
      {...(twoFactor?.on === true ? {} : { text: t('two_factor.text') })}
    >
      {codes !== null ? (
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(null)
            setTakesFocus(true)
          }}
        />
      ) : turningOn ? (
        <OnDemand
          part={turnOnTwoFactor}
          waiting={<Skeleton className="h-24" />}
          onMissing={stopTurningOn}
        >
          {({ TurnOnTwoFactor }) => (
            <TurnOnTwoFactor
              enrolment={twoFactor?.enrolment === true}
              onChanged={onChanged}
              onClose={stopTurningOn}
            />
          )}
        </OnDemand>
      ) : twoFactor === undefined ? (
        failed ? (
          <ErrorState title={t('error.network')} onRetry={retry} />
        ) : (
          <Skeleton className="h-11" />
        )
      ) : twoFactor.on ? (
        <On
          twoFactor={twoFactor}
          takesFocus={takesFocus}
          onRenewed={setCodes}
          onChanged={onChanged}
        />
      ) : (
        <Off
          required={twoFactor.required}
          takesFocus={takesFocus}
          onTurnOn={() => setTurningOn(true)}
        />
      )}
    </Panel>
  )
}

interface OffProps {
  required: boolean
  takesFocus: boolean
  onTurnOn: () => void
}

function Off({ required, takesFocus, onTurnOn }: OffProps) {
  const t = useT()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  return (
    <>
      {required && <Alert tone="warning">{t('two_factor.required')}</Alert>}
      <Button ref={button} className="self-start" onClick={onTurnOn}>
        {t('two_factor.turn_on')}
      </Button>
    </>
  )
}

interface OnProps {
  twoFactor: TwoFactor
  takesFocus: boolean
  /** There are new recovery codes. */
  onRenewed: (codes: readonly string[]) => void
  onChanged: () => Promise<void>
}

function On({ twoFactor, takesFocus, onRenewed, onChanged }: OnProps) {
  const t = useT()
  const toast = useToast()
  const [asking, setAsking] = useState<'turn off' | 'renew' | null>(null)
  const state = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) state.current?.focus()
  }, [takesFocus])

  async function turnOff(password: string, code: string) {
    await turnOffTwoFactor(password, code)
    setAsking(null)
    toast({ tone: 'success', text: t('done.second_step_off') })
    await onChanged()
  }

  async function renew(password: string, code: string) {
    const fresh = await renewRecoveryCodes(password, code)
    setAsking(null)
    onRenewed(fresh)
    await onChanged()
  }

  const { since, recovery_codes_left: left } = twoFactor
  const codesLeft = t('two_factor.codes_left', { count: left })
  return (
    <>
      <div className="flex items-center gap-4">
        <LockKeyhole aria-hidden="true" className="size-6 shrink-0 text-primary" />
        <div>
          <p ref={state} tabIndex={-1} className="font-semibold">
            {t('two_factor.on_since', { date: longDate(t, since ?? '') })}
          </p>
          {left > FEW_CODES && <p className="text-sm text-muted">{codesLeft}</p>}
        </div>
      </div>
      {left <= FEW_CODES && (
        <Alert tone="warning" title={codesLeft}>
          {t('two_factor.codes_renew')}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setAsking('renew')}>
          {t('two_factor.renew')}
        </Button>
        <Button variant="secondary" onClick={() => setAsking('turn off')}>
          {t('two_factor.turn_off')}
        </Button>
      </div>
      {asking !== null && (
        <OnDemand part={passwordAndCode} onMissing={() => setAsking(null)}>
          {({ PasswordAndCode }) =>
            asking === 'turn off' ? (
              <PasswordAndCode
                title={t('two_factor.turn_off_title')}
                text={t('two_factor.turn_off_text')}
                confirmLabel={t('two_factor.turn_off')}
                danger
                confirm={turnOff}
                onClose={() => setAsking(null)}
              />
            ) : (
              <PasswordAndCode
                title={t('two_factor.renew_title')}
                text={t('two_factor.renew_text')}
                confirmLabel={t('two_factor.renew')}
                danger={false}
                confirm={renew}
                onClose={() => setAsking(null)}
              />
            )
          }
        </OnDemand>
      )}
    </>
  )
}
