import type { ReactNode } from 'react'
import { cx } from './cx'
import { Link } from './Link'

interface KindLinksProps<Kind extends string> {
  /** What the links choose between. */
  label: string
  kinds: readonly Kind[]
  chosen: Kind
  hrefFor: (kind: Kind) => string
  children: (kind: Kind) => ReactNode
}

/** Links that show one kind of a list's rows at a time; on a phone one row that scrolls. */
export function KindLinks<Kind extends string>(props: KindLinksProps<Kind>) {
  const { label, kinds, chosen, hrefFor, children } = props
  return (
    <nav aria-label={label} className="-mx-4 overflow-x-auto px-4">
      <ul className="flex w-max gap-2 py-1">
        {kinds.map((kind) => (
          <li key={kind}>
            <Link
              to={hrefFor(kind)}
              aria-current={kind === chosen ? 'true' : undefined}
              className={cx(
                'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-semibold whitespace-nowrap transition-colors',
                kind === chosen
                  ? 'border-primary bg-primary-tint text-primary'
                  : 'border-line bg-paper hover:border-primary hover:text-primary',
              )}
            >
              {children(kind)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
