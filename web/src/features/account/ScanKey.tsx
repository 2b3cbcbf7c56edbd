import { Smartphone } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { buttonStyle } from '../../ui/button-style'
import type { TwoFactorSetup } from './api'
import { CodeInput } from './CodeInput'
import { CopyButton } from './CopyButton'
import { QrCode } from './QrCode'

interface ScanKeyProps {
  begun: TwoFactorSetup
  confirm: (code: string) => Promise<void>
  onCancel: () => void
}

/** Hands the key to an app by picture, link or typing, and asks for the first code of it. */
export function ScanKey({ begun, confirm, onCancel }: ScanKeyProps) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone; what to do next takes it.
  useEffect(() => heading.current?.focus(), [])
  const form = useRulesForm<{ code: string }>('second_step', { code: '' }, ({ code }) =>
    confirm(code),
  )
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-lg">
          {t('two_factor.scan_title')}
        </h3>
        <p>{t('two_factor.scan_text')}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <QrCode rows={begun.qr} label={t('two_factor.qr')} />
        <div className="flex min-w-56 flex-1 flex-col items-start gap-3">
          <a href={begun.uri} className={buttonStyle({ variant: 'secondary' })}>
            <Smartphone aria-hidden="true" className="size-5" />
            {t('two_factor.open_app')}
          </a>
          <div>
            <p className="text-sm text-muted">{t('two_factor.key')}</p>
            <bdi dir="ltr" className="block font-mono font-semibold text-balance rtl:text-end">
              {inFours(begun.secret)}
            </bdi>
          </div>
          <CopyButton text={begun.secret} label={t('two_factor.copy_key')} />
        </div>
      </div>
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      <CodeInput field={form.field('code')} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          {t('two_factor.confirm')}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** A long key is read and typed in groups. */
function inFours(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
