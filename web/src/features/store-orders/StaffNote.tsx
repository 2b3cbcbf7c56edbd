import { useState } from 'react'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { TextArea } from '../../ui/TextArea'

interface StaffNoteProps {
  note: string
  busy: boolean
  /** Undefined for those who may only read it. */
  onSave: ((note: string) => void) | undefined
}

/** What the staff should know about an order; the customer never sees it. */
export function StaffNote({ note, busy, onSave }: StaffNoteProps) {
  const t = useT()
  const [typed, setTyped] = useState(note)
  if (onSave === undefined) {
    return note === '' ? null : (
      <p className="whitespace-pre-line">
        <bdi>{note}</bdi>
      </p>
    )
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(typed)
      }}
    >
      <TextArea
        name="staff_note"
        optional
        rows={2}
        maxLength={500}
        label={t('desk.staff_note')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed.trim() !== note && (
        <Button type="submit" variant="secondary" busy={busy} className="self-start">
          {t('common.save')}
        </Button>
      )}
    </form>
  )
}
