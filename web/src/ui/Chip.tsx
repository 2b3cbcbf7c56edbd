import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../lib/i18n'

interface ChipProps {
  /** What the chip says, also the name used when it is removed. */
  label: string
  icon?: ReactNode
  onRemove: () => void
}

/** A filter that is on; pressing it takes the filter away. */
export function Chip({ label, icon, onRemove }: ChipProps) {
  const t = useT()
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={t('a11y.remove_filter', { name: label })}
      className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-paper ps-4 pe-3 text-sm font-semibold transition-colors hover:border-primary hover:text-primary"
    >
      {icon}
      <bdi>{label}</bdi>
      <X aria-hidden="true" className="size-4 text-muted" />
    </button>
  )
}
