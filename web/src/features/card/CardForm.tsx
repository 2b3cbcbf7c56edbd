import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { CardInputs } from '../../domain/card/CardInputs'
import { ApiError, errorText, NETWORK } from '../../lib/errors'
import { useRulesForm } from '../../lib/form'
import { type Translate, useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { addCard, type CardFields, type SavedCard, updateCard } from './api'

interface CardFormProps {
  saved: SavedCard | null
  /** What was done a moment ago, until something goes wrong. */
  done: string | null
  /** The server has it; the code says what was done. */
  onSaved: (code: string) => Promise<void>
  /** Beside the Save button. */
  actions?: ReactNode
}

/** The specification words a failed update; adding says what the server said. */
function whyNot(t: Translate, error: unknown, updating: boolean): string {
  const lost = !(error instanceof ApiError) || error.code === NETWORK
  const text = updating ? t('card.error_update') : errorText(t, error)
  return lost ? `${text}. ${t('common.typed_kept')}` : text
}

/**
 * Adds a card or changes the saved one. Nothing of it is stored in the browser: what is typed exists
 * in the inputs only.
 */
export function CardForm({ saved, done, onSaved, actions }: CardFormProps) {
  const t = useT()
  const mask = saved?.card_number ?? ''
  const form = useRulesForm<CardFields>(
    saved === null ? 'card' : 'card_update',
    {
      card_name: saved?.card_name ?? '',
      card_number: mask,
      cvv: '',
      exp_date: saved?.exp_date ?? '',
    },
    async (card) => {
      await onSaved(await (saved === null ? addCard(card) : updateCard(card)))
    },
    (t, error) => whyNot(t, error, saved !== null),
  )

  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      {form.failure === undefined && done !== null && <Alert tone="success">{done}</Alert>}
      <CardInputs form={form} saved={saved === null ? undefined : { mask, brand: saved.brand }} />
      <p className="flex items-start gap-2 text-sm text-muted">
        <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {t('card.secure_note')}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          {t('card.save')}
        </Button>
        {actions}
      </div>
    </form>
  )
}
