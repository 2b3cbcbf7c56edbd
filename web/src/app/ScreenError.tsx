import { useT } from '../lib/i18n'
import { ErrorState } from '../ui/ErrorState'

/** In place of a screen that stopped working. */
export function ScreenError({ onRetry }: { onRetry: () => void }) {
  const t = useT()
  return (
    <div className="page-width grid min-h-[60dvh] place-items-center">
      <ErrorState title={t('error.unexpected_title')} onRetry={onRetry}>
        {t('error.unexpected_text')}
      </ErrorState>
    </div>
  )
}
