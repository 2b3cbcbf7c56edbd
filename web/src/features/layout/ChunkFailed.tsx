import { ChunkLoadError } from '../../lib/chunk'
import { useT } from '../../lib/i18n'
import { ErrorState } from '../../ui/ErrorState'

interface ChunkFailedProps {
  failure: unknown
  onRetry: () => void
}

/** In place of a screen whose chunk did not arrive: says so, and offers another try. */
export function ChunkFailed({ failure, onRetry }: ChunkFailedProps) {
  const t = useT()
  const late = failure instanceof ChunkLoadError && failure.type === 'timeout'
  return (
    <div className="page-width grid min-h-[60dvh] place-items-center py-16">
      <ErrorState
        title={t(late ? 'error.chunk_timeout' : 'error.chunk_missing')}
        onRetry={onRetry}
      />
    </div>
  )
}
