import { useT } from '../lib/i18n'
import { Chevron } from './Chevron'
import { cx } from './cx'
import { Link } from './Link'

/** One place on the way to this page. */
export interface Crumb {
  label: string
  /** Where it leads; the page itself has none. */
  to?: string
}

/** The way from home to this page; the last crumb is the page itself. */
export function Breadcrumb({
  crumbs,
  className,
}: {
  crumbs: readonly Crumb[]
  className?: string
}) {
  const t = useT()
  return (
    <nav aria-label={t('a11y.breadcrumb')} className={cx('text-sm', className)}>
      <ol className="flex items-center gap-x-1">
        {crumbs.map((crumb, index) => (
          <li
            key={crumb.label}
            className={cx(
              'flex items-center gap-x-1',
              crumb.to === undefined ? 'min-w-0' : 'shrink-0',
              // Phones have no room for a long way; the page's own name is its heading.
              index > 1 && crumb.to === undefined && 'max-sm:sr-only',
            )}
          >
            {index > 0 && <Chevron towards="forward" className="size-4 shrink-0 text-muted" />}
            {crumb.to === undefined ? (
              <bdi aria-current="page" className="py-2 font-semibold wrap-anywhere">
                {crumb.label}
              </bdi>
            ) : (
              <Link
                to={crumb.to}
                className="relative inline-flex min-h-11 items-center text-muted after:absolute after:-inset-x-2 after:inset-y-0 hover:text-primary hover:underline"
              >
                <bdi>{crumb.label}</bdi>
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
