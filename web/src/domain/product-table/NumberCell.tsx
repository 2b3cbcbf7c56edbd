import { Check } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { controlStyle } from '../../ui/control-style'
import { cx } from '../../ui/cx'
import { SpinnerRing } from '../../ui/SpinnerRing'
import type { Cell } from './row-edit'
import type { EditedRow } from './use-product-row'

interface NumberCellProps {
  row: EditedRow
  cell: Cell
  /** The name for screen readers: which number, of what. */
  label: string
  /** What a card on a phone writes above it. */
  caption: string
  inputMode: 'decimal' | 'numeric'
  /** Writes the caption above it on every screen. */
  captioned?: boolean
}

/** A number to change in place: Enter or leaving saves, Escape takes it back. */
export function NumberCell(props: NumberCellProps) {
  const { row, cell, label, caption, inputMode, captioned = false } = props
  const t = useT()
  const errorId = useId()
  const [typing, setTyping] = useState<string | null>(null)
  const wrong = row.problem?.cell === cell ? row.problem : null
  const error =
    wrong === null
      ? null
      : wrong.code === undefined
        ? errorText(t, wrong.failure)
        : (t.maybe(`rule.${wrong.code}`) ?? wrong.code)

  function commit() {
    if (typing === null) return
    row.commit(cell, typing)
    setTyping(null)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') commit()
    if (event.key === 'Escape') setTyping(null)
  }

  return (
    <label className="block">
      <span aria-hidden="true" className={cx('text-sm text-muted', !captioned && 'md:hidden')}>
        {caption}
      </span>
      <span dir="ltr" className="relative flex max-w-36">
        <input
          name={cell}
          inputMode={inputMode}
          autoComplete="off"
          aria-label={label}
          aria-invalid={error !== null || undefined}
          aria-describedby={error === null ? undefined : errorId}
          value={typing ?? row.text(cell)}
          onChange={(event) => setTyping(event.target.value)}
          onBlur={commit}
          onKeyDown={onKeyDown}
          className={`${controlStyle} pe-9 tabular`}
        />
        <span
          role="status"
          className="pointer-events-none absolute inset-y-0 end-2 flex items-center"
        >
          {row.saving(cell) && <SpinnerRing className="size-5" />}
          {row.saved(cell) && !row.saving(cell) && (
            <>
              <Check aria-hidden="true" className="size-5 text-primary" />
              <span className="sr-only">{t('done.saved')}</span>
            </>
          )}
        </span>
      </span>
      {error !== null && (
        <span id={errorId} role="alert" className="block text-sm font-medium text-danger">
          {error}
        </span>
      )}
    </label>
  )
}
