import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import { Link } from '../../ui/Link'
import { Skeleton } from '../../ui/Skeleton'

interface RecordPartProps {
  /** Names the part's heading in the document. */
  name: string
  title: string
  /** Where there is more of it. */
  more?: { to: string; text: string }
  children: ReactNode
}

/** One part of the page about a store or a customer. */
export function RecordPart({ name, title, more, children }: RecordPartProps) {
  return (
    <Card as="section" aria-labelledby={name} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={name} className="text-lg">
          {title}
        </h2>
        {more !== undefined && (
          <Link
            to={more.to}
            className="inline-flex min-h-11 items-center font-semibold text-primary hover:underline"
          >
            {more.text}
          </Link>
        )}
      </div>
      {children}
    </Card>
  )
}

/** A part that is not there yet, or could not be loaded. */
export function RecordPartWaiting({ failed }: { failed: boolean }) {
  const t = useT()
  return failed ? (
    <p className="text-sm text-danger">{t('admin.part_failed')}</p>
  ) : (
    <Skeleton className="h-16 rounded-card" />
  )
}
