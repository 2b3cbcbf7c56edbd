import { useT } from '../lib/i18n'
import { Chevron } from './Chevron'
import { cx } from './cx'
import { Link } from './Link'
import { pageWindow } from './page-window'

interface PaginationProps {
  /** The current page, from 1. */
  page: number
  pageCount: number
  /** The address of a page: pages are links, so they can be opened, shared and gone back from. */
  hrefFor: (page: number) => string
  /** Tells two of them on one page apart. */
  label?: string
  className?: string
}

const slot =
  'tabular flex h-11 w-full items-center justify-center rounded-control border px-1 font-semibold transition-colors'

// Nine places fit a narrow phone by giving a little of their width, never by a second line.
const place = 'basis-11 min-w-0 shrink'

/** Numbered pages; nothing when there is only one. */
export function Pagination({ page, pageCount, hrefFor, label, className }: PaginationProps) {
  const t = useT()
  if (pageCount <= 1) return null
  return (
    <nav aria-label={label ?? t('a11y.pagination')} className={className}>
      <ul className="flex items-center justify-center gap-0.5 sm:gap-2">
        <li className={place}>
          <Turn
            to={page > 1 ? hrefFor(page - 1) : null}
            label={t('a11y.previous_page')}
            towards="back"
          />
        </li>
        {pageWindow(page, pageCount).map((number, index, slots) =>
          number === 'gap' ? (
            <li key={`after-${slots[index - 1]}`} aria-hidden="true" className="px-0.5 text-muted">
              …
            </li>
          ) : (
            <li key={number} className={place}>
              <Link
                to={hrefFor(number)}
                aria-label={t('a11y.page', { page: number })}
                aria-current={number === page ? 'page' : undefined}
                className={cx(
                  slot,
                  number === page
                    ? 'border-primary bg-primary-tint text-primary'
                    : 'border-line bg-paper hover:border-primary hover:text-primary',
                )}
              >
                {number}
              </Link>
            </li>
          ),
        )}
        <li className={place}>
          <Turn
            to={page < pageCount ? hrefFor(page + 1) : null}
            label={t('a11y.next_page')}
            towards="forward"
          />
        </li>
      </ul>
    </nav>
  )
}

function Turn({
  to,
  label,
  towards,
}: {
  to: string | null
  label: string
  towards: 'back' | 'forward'
}) {
  const look = cx(slot, 'border-transparent')
  if (to === null) {
    return (
      <span aria-hidden="true" className={cx(look, 'text-muted opacity-40')}>
        <Chevron towards={towards} />
      </span>
    )
  }
  return (
    <Link
      to={to}
      aria-label={label}
      rel={towards === 'forward' ? 'next' : 'prev'}
      className={cx(look, 'hover:bg-quiet hover:text-primary')}
    >
      <Chevron towards={towards} />
    </Link>
  )
}
