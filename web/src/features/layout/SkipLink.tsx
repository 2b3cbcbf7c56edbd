import { useT } from '../../lib/i18n'

/** Id of the main part of every screen. */
export const MAIN_ID = 'main'

/** The first stop of the Tab key: past the header, straight to the content. */
export function SkipLink() {
  const t = useT()
  return (
    <a
      href={`#${MAIN_ID}`}
      className="fixed start-4 -top-20 z-50 rounded-control bg-primary px-4 py-3 font-semibold text-on-primary focus:top-4"
    >
      {t('a11y.skip_to_content')}
    </a>
  )
}
