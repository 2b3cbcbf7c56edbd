import type { ReactNode } from 'react'
import { cx } from '../../ui/cx'
import { Link } from '../../ui/Link'

interface KindLinksProps<Kind extends string> {
  /** What the links choose between. */
  label: string
  kinds: readonly Kind[]
  chosen: Kind
  hrefFor: (kind: Kind) => string
  children: (kind: Kind) => ReactNode
}

/** Links that show one kind of a list's rows at a time. */
export function KindLinks<Kind extends string>(props: KindLinksProps<Kind>) {
  const { label, kinds, chosen, hrefFor, children } = props
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <li key={kind}>
            <Link
              to={hrefFor(kind)}
              aria-current={kind === chosen ? 'page' : undefined}
              className={cx(
                'flex min-h-11 items-center rounded-full border px-4 font-semibold',
                kind === chosen
                  ? 'border-primary bg-primary-tint text-primary'
                  : 'border-line bg-paper hover:border-primary',
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
