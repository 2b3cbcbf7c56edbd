import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, startTransition, useState } from 'react'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { cleared, filterCount, type ListQuery } from './list-query'

interface FilterSheetProps {
  list: ListQuery
  /** How many products there are, as far as is known. */
  total: number | undefined
  /** The products are on their way. */
  waiting: boolean
  onChange: (list: ListQuery) => void
  /** What narrows the list. */
  children: ReactNode
}

/**
 * The filters of phones: the button that opens them, and the sheet. Whether it is open is known in here
 * alone, so opening it renders nothing of the list anew.
 */
export function FilterSheet({ list, total, waiting, onChange, children }: FilterSheetProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const filters = filterCount(list)
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        // The press is answered before the sheet is laid out: with its many fields that takes several frames on a phone.
        onClick={() => startTransition(() => setOpen(true))}
        className="grow self-stretch sm:flex-1 lg:hidden"
      >
        <SlidersHorizontal aria-hidden="true" className="size-5" />
        {filters === 0 ? t('list.filters') : t('list.filters_count', { count: filters })}
      </Button>
      <Dialog
        sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('list.filters')}
        actions={
          <>
            {filters > 0 && (
              <Button variant="secondary" onClick={() => onChange(cleared(list))}>
                {t('list.clear_filters')}
              </Button>
            )}
            <Button busy={waiting} onClick={() => setOpen(false)}>
              {total === undefined ? t('common.close') : t('list.show_results', { count: total })}
            </Button>
          </>
        }
      >
        {children}
      </Dialog>
    </>
  )
}
