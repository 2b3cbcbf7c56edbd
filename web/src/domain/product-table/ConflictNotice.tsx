import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import type { EditConflict } from './use-product-row'

const labels = {
  price: 'product.price_usd',
  nb_in_stock: 'admin.stock',
  reorder_level: 'product.reorder_level',
} as const

interface ConflictNoticeProps {
  name: string
  clash: EditConflict
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Two people changed the same number: both are shown, one is chosen. */
export function ConflictNotice({ name, clash, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  const t = useT()
  const label = t(labels[clash.cell])
  const number = (text: string) => (
    <bdi key={text} dir="ltr" className="font-semibold tabular">
      {text}
    </bdi>
  )
  return (
    <Alert
      tone="warning"
      title={t('admin.clash_title', { name })}
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={onKeepMine}>
            {t('product.keep_mine')} ({number(clash.mine)})
          </Button>
          <Button variant="secondary" onClick={onTakeTheirs}>
            {t('product.take_theirs')} ({number(clash.theirs)})
          </Button>
        </div>
      }
    >
      {t.nodes('admin.clash_text', {
        field: label,
        theirs: number(clash.theirs),
        mine: number(clash.mine),
      })}
    </Alert>
  )
}
