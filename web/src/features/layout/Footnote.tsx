import { useT } from '../../lib/i18n'

/** The footer of the checkout: one line, and nothing to press. */
export function Footnote() {
  const t = useT()
  return (
    <footer className="mt-10 border-t border-line bg-paper">
      <p className="page-width py-5 text-sm text-muted">{t('footer.advice')}</p>
    </footer>
  )
}
