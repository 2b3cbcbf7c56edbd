import { Download, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { buttonStyle } from '../../ui/button-style'
import { Dialog } from '../../ui/Dialog'
import { PasswordInput } from '../../ui/PasswordInput'
import { deleteAccount, exportPath } from './api'
import { Panel } from './Panel'

/** What is yours: take it with you, or have it erased. */
export function YourDataPanel({ onDeleted }: { onDeleted: () => void }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  return (
    <Panel title={t('account.data_title')} text={t('account.data_text')}>
      <div className="flex flex-wrap gap-3">
        <a href={exportPath} download className={buttonStyle({ variant: 'secondary' })}>
          <Download aria-hidden="true" className="size-5" />
          {t('account.export')}
        </a>
        <Button variant="quiet" className="text-danger" onClick={() => setAsking(true)}>
          <Trash2 aria-hidden="true" className="size-5" />
          {t('account.delete')}
        </Button>
      </div>
      {asking && <DeleteAccount onClose={() => setAsking(false)} onDeleted={onDeleted} />}
    </Panel>
  )
}

function DeleteAccount({ onClose, onDeleted }: { onClose: () => void; onDeleted: () => void }) {
  const t = useT()
  const formId = useId()
  const form = useRulesForm<{ password: string }>(
    'reset_password',
    { password: '' },
    async ({ password }) => {
      await deleteAccount(password)
      onDeleted()
    },
  )
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={t('account.delete_title')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={form.busy}>
            {t('account.delete')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <p>{t('account.delete_text')}</p>
        {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
        <PasswordInput
          {...form.field('password')}
          required
          label={t('account.delete_password')}
          autoComplete="current-password"
        />
      </form>
    </Dialog>
  )
}
