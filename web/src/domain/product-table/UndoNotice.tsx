import { useEffect, useState } from 'react'
import { longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { useToast } from '../../ui/Toast'
import { useWrite } from '../../ui/use-write'
import type { BulkAnswer } from './bulk'

interface UndoNoticeProps {
  /** What was done, for people to read. */
  title: string
  /** Until when it can be undone; after that the notice leaves. */
  until: string
  /** Says until when, with the time of day in it. */
  untilText: 'product.bulk_undo_until' | 'admin.approved_undo_until'
  /** What is undone; writes to it go one after the other. */
  resource: string
  undo: () => Promise<BulkAnswer>
  /** After it was undone, or when it no longer can be. */
  onGone: () => unknown
}

/** Offers to take a change of many products back, while that is possible. */
export function UndoNotice({ title, until, untilText, resource, undo, onGone }: UndoNoticeProps) {
  const t = useT()
  const toast = useToast()
  const [over, setOver] = useState(false)
  const taking = useWrite({
    resource,
    write: undo,
    onDone: ({ rows }) => {
      const stayed = rows.filter(({ code }) => code !== undefined).length
      toast({
        text:
          stayed === 0
            ? t('product.bulk_undone')
            : t('product.bulk_undone_some', { count: stayed }),
      })
      return onGone()
    },
  })
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.max(0, Date.parse(until) - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  return (
    <Alert
      tone="success"
      title={title}
      action={
        !over && (
          <Button variant="secondary" busy={taking.busy} onClick={() => taking.send()}>
            {t('product.bulk_undo')}
          </Button>
        )
      }
    >
      {!over && t(untilText, { time: longDateTime(t, until) })}
    </Alert>
  )
}
