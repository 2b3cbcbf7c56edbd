import { LayoutGrid } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useId, useRef } from 'react'
import shop from '../../../../contract/shop.json'
import { categoryName } from '../../domain/product/category-name'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { NavLink } from '../../ui/Link'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * The categories from anywhere, on wide screens; phones have them in the bottom bar. The browser
 * itself opens and closes the list, by Enter, Escape or a press elsewhere, so it works before the
 * script is there. The script adds the arrow keys and closes it when the focus or the screen moves on.
 */
export function CategoryMenu() {
  const t = useT()
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const close = () => list.current?.hidePopover()

  function move(event: KeyboardEvent) {
    const step = steps[event.key]
    const menu = list.current?.parentElement
    if (step === undefined || !menu) return
    event.preventDefault()
    list.current?.togglePopover(true)
    const stops = [...menu.querySelectorAll<HTMLElement>('button, a')]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    stops.at((at + step) % stops.length)?.focus()
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close()
  }

  return (
    <div className="max-lg:hidden" onBlur={onBlur}>
      <Button variant="quiet" popoverTarget={id} onKeyDown={move}>
        <LayoutGrid aria-hidden="true" className="size-5" />
        <span className="max-xl:sr-only">{t('nav.categories')}</span>
      </Button>
      <ul
        ref={list}
        id={id}
        popover="auto"
        className="below-header rounded-card border border-line bg-raised p-1 shadow-raised max-lg:hidden"
      >
        {shop.categories.map((category) => (
          <li key={category}>
            <NavLink
              to={`/product/category/${category}`}
              onClick={close}
              onKeyDown={move}
              className="flex min-h-11 items-center rounded-small px-3 transition-colors hover:bg-quiet focus-visible:-outline-offset-2 aria-[current=page]:text-primary"
            >
              {categoryName(t, category)}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
