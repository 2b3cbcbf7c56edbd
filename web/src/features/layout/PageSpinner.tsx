import { useT } from '../../lib/i18n'
import { Spinner } from '../../ui/Spinner'

/** Fills the place of a screen that is on its way; appears only when that takes a moment. */
export function PageSpinner() {
  const t = useT()
  return (
    <div className="page-width grid min-h-[60dvh] animate-[appear_160ms_200ms_both] place-items-center py-16">
      <Spinner label={t('common.loading')} />
    </div>
  )
}
