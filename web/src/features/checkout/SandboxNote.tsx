import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'

/** Says that no money moves, and with which cards the shop can be tried. */
export function SandboxNote({ cards = false }: { cards?: boolean }) {
  const t = useT()
  return (
    <Alert tone="warning" title={t('checkout.sandbox_title')}>
      <p>{t('checkout.sandbox_text')}</p>
      {cards && <p className="mt-1 text-sm tabular">{t('checkout.sandbox_cards')}</p>}
    </Alert>
  )
}
