import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { cx } from './cx'
import { Link } from './Link'

/** One row of a menu: either a place to go or a thing to do. */
export type MenuItem = {
  label: string
  icon?: ReactNode
  /** Draws a line above, to set it apart. */
  apart?: boolean
} & ({ to: string; onSelect?: () => void } | { to?: undefined; onSelect: () => void })

interface MenuProps {
  /** The opening button's name, when its content is not words. */
  label?: string
  /** What the opening button shows. */
  trigger: ReactNode
  items: readonly MenuItem[]
  /** The edge of the button that the list lines up with. */
  align?: 'start' | 'end'
  /** Above the button, for buttons at the bottom of the screen. */
  side?: 'below' | 'above'
  className?: string
}

/**
 * A button that opens a short list. Arrows, Home, End and first letters move, Escape closes and
 * gives the focus back, Tab leaves.
 */
export function Menu({
  label,
  trigger,
  items,
  align = 'end',
  side = 'below',
  className,
}: MenuProps) {
  const [open, setOpen] = useState(false)
  const listId = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const first = useRef<'first' | 'last' | 'none'>('none')

  useEffect(() => {
    if (!open) return
    const rows = rowsOf(list.current)
    if (first.current === 'first') rows[0]?.focus()
    if (first.current === 'last') rows.at(-1)?.focus()
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

  function openAt(place: 'first' | 'last' | 'none') {
    first.current = place
    setOpen(true)
  }

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function onButtonKey(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      openAt(event.key === 'ArrowDown' ? 'first' : 'last')
    }
  }

  function onListKey(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
      return
    }
    const rows = rowsOf(list.current)
    const next = nextRow(
      rows,
      rows.findIndex((row) => row === document.activeElement),
      event.key,
    )
    if (next !== undefined) {
      event.preventDefault()
      next.focus()
    }
  }

  function onBlur(event: FocusEvent) {
    if (event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget))
      setOpen(false)
  }

  return (
    <div ref={root} className={cx('relative', className)} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        // A press by keyboard has no pointer: the focus then goes to the first row.
        onClick={(event) => (open ? close() : openAt(event.detail === 0 ? 'first' : 'none'))}
        onKeyDown={open ? onListKey : onButtonKey}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control px-2 transition-colors hover:bg-quiet"
      >
        {trigger}
      </button>
      {open && (
        <div
          ref={list}
          id={listId}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onListKey}
          className={cx(
            'absolute z-40 min-w-56 animate-appear rounded-card border border-line bg-raised p-1 shadow-raised',
            align === 'end' ? 'end-0' : 'start-0',
            side === 'below' ? 'top-full mt-1' : 'bottom-full mx-2 mb-2',
          )}
        >
          {items.map((item) => (
            <MenuRow key={item.label} item={item} onDone={close} />
          ))}
        </div>
      )}
    </div>
  )
}

const rowStyle =
  'flex min-h-11 w-full items-center gap-3 rounded-small px-3 text-start transition-colors hover:bg-quiet focus-visible:bg-quiet focus-visible:-outline-offset-2'

function MenuRow({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const select = () => {
    onDone()
    item.onSelect?.()
  }
  const content = (
    <>
      {item.icon !== undefined && <span className="text-muted">{item.icon}</span>}
      {item.label}
    </>
  )
  return (
    <>
      {item.apart && <hr className="my-1 border-line" />}
      {item.to === undefined ? (
        <button type="button" role="menuitem" tabIndex={-1} onClick={select} className={rowStyle}>
          {content}
        </button>
      ) : (
        <Link to={item.to} role="menuitem" tabIndex={-1} onClick={select} className={rowStyle}>
          {content}
        </Link>
      )}
    </>
  )
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLElement>('[role="menuitem"]')]
}

function nextRow(rows: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return rows[(at + 1) % rows.length]
    case 'ArrowUp':
      return rows.at(at <= 0 ? -1 : at - 1)
    case 'Home':
      return rows[0]
    case 'End':
      return rows.at(-1)
    default: {
      if (key.length !== 1 || key === ' ') return undefined
      const letter = key.toLocaleLowerCase()
      const after = [...rows.slice(at + 1), ...rows.slice(0, at + 1)]
      return after.find((row) => row.textContent.trim().toLocaleLowerCase().startsWith(letter))
    }
  }
}
