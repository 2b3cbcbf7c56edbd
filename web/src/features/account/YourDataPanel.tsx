import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../lib/i18n'
import { useCardsTaken } from '../../lib/page-data'
import { Button } from '../../ui/Button'
import { buttonStyle } from '../../ui/button-style'
import { deleteAccount, exportPath } from './api'
import { Panel } from './Panel'
import { PasswordDialog } from './PasswordDialog'

/** What is yours: take it with you, or have it erased. */
export function YourDataPanel({ onDeleted }: { onDeleted: () => void }) {
  const t = useT()
  const cards = useCardsTaken()
  const [asking, setAsking] = useState(false)
  return (
    <Panel title={t('account.data_title')} text={t('account.data_text')}>
      <div className="flex flex-wrap gap-3">
        <a href={exportPath} download className={buttonStyle({ variant: 'secondary' })}>
          <Download aria-hidden="true" className="size-5" />
          {t('account.export')}
        </a>
        <Button variant="quiet" className="text-danger!" onClick={() => setAsking(true)}>
          <Trash2 aria-hidden="true" className="size-5" />
          {t('account.delete')}
        </Button>
      </div>
      {asking && (
        <PasswordDialog
          title={t('account.delete_title')}
          text={t(cards === 'page' ? 'account.delete_text_card' : 'account.delete_text')}
          confirmLabel={t('account.delete')}
          confirm={async (password) => {
            await deleteAccount(password)
            onDeleted()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}
