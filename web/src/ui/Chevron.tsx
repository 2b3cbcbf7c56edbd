import { ChevronRight } from 'lucide-react'
import { cx } from './cx'

interface ChevronProps {
  /** Along the line of reading or against it; the icon turns with the page's direction. */
  towards: 'forward' | 'back'
  className?: string
}

/** A chevron that points onwards or back in both writing directions. */
export function Chevron({ towards, className }: ChevronProps) {
  return (
    <ChevronRight
      aria-hidden="true"
      className={cx(towards === 'forward' ? 'mirror-rtl' : 'mirror-ltr', className ?? 'size-5')}
    />
  )
}
