import { type ReactNode, useEffect, useRef } from 'react'
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

/** How far the chosen link stays from the edge, in pixels. */
const MARGIN = 16

/** Links that show one kind of a list's rows at a time; on a phone one row that scrolls, to the chosen one. */
export function KindLinks<Kind extends string>(props: KindLinksProps<Kind>) {
  const { label, kinds, chosen, hrefFor, children } = props
  const row = useRef<HTMLElement>(null)
  const place = kinds.indexOf(chosen)
  useEffect(() => {
    const nav = row.current
    const link = nav?.querySelectorAll('a')[place]
    if (nav === null || link === undefined) return
    // Only sideways: scrollIntoView could move the page, too.
    function show(whole: Element, part: Element) {
      const [seen, shown] = [whole.getBoundingClientRect(), part.getBoundingClientRect()]
      if (shown.right > seen.right) whole.scrollLeft += shown.right - seen.right + MARGIN
      if (shown.left < seen.left) whole.scrollLeft -= seen.left - shown.left + MARGIN
    }
    show(nav, link)
    // What the links say may come later, such as counts.
    if (typeof ResizeObserver === 'undefined') return
    const sizes = new ResizeObserver(() => show(nav, link))
    for (const list of nav.children) sizes.observe(list)
    return () => sizes.disconnect()
  }, [place])
  return (
    <nav ref={row} aria-label={label} className="-mx-4 overflow-x-auto px-4">
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
