import { useT } from '../../lib/i18n'
import { Link } from '../../ui/Link'
import { Logo } from './Logo'

/** The mark and the name in the language of the page, leading home. */
export function LogoLink() {
  const t = useT()
  return (
    <Link
      to="/"
      aria-label={t('a11y.logo')}
      className="flex items-center gap-2.5 rounded-control touch-target"
    >
      <Logo className="size-9 shrink-0 lg:size-10" />
      <span className="text-2xl leading-none font-extrabold text-ink ltr:tracking-tight">
        {t('common.site_name')}
      </span>
    </Link>
  )
}
