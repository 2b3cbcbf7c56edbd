import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../lib/i18n'
import { useCardsTaken } from '../../lib/page-data'
import { Button } from '../../ui/Button'
import { deleteAccount, exportAccount } from './api'
import { Panel } from './Panel'
import { PasswordDialog } from './PasswordDialog'
import { saveFile } from '../../lib/save-file'

const FILE = 'dawa-account.json'

/** What is yours: take it with you, or have it erased. Both take the password. */
export function YourDataPanel({ onDeleted }: { onDeleted: () => void }) {
  const t = useT()
  const cards = useCardsTaken()
  const [asking, setAsking] = useState<'export' | 'delete' | null>(null)
  return (
    <Panel title={t('account.data_title')} text={t('account.data_text')}>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setAsking('export')}>
          <Download aria-hidden="true" className="size-5" />
          {t('account.export')}
        </Button>
        <Button variant="quiet" className="text-danger!" onClick={() => setAsking('delete')}>
          <Trash2 aria-hidden="true" className="size-5" />
          {t('account.delete')}
        </Button>
      </div>
      {asking === 'export' && (
        <PasswordDialog
          title={t('account.export_title')}
          text={t('account.export_text')}
          confirmLabel={t('account.export')}
          danger={false}
          confirm={async (password) => {
            const data = await exportAccount(password)
            saveFile(FILE, 'application/json', JSON.stringify(data, null, 2))
            setAsking(null)
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'delete' && (
        <PasswordDialog
          title={t('account.delete_title')}
          text={t(cards === 'page' ? 'account.delete_text_card' : 'account.delete_text')}
          confirmLabel={t('account.delete')}
          confirm={async (password) => {
            await deleteAccount(password)
            onDeleted()
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </Panel>
  )
}
