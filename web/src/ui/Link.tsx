import type { ComponentProps, MouseEvent } from 'react'
import { useLocation, useNavigate } from '../lib/router'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Where it leads, from the shop's root: `/user/cart`. */
  to: string
}

/** Leads to another screen without loading the page anew. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate()
  function press(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !meansThisTab(event)) return
    event.preventDefault()
    // Where one is already is no step to come back from.
    navigate(to, { replace: to === location.pathname + location.search + location.hash })
  }
  return (
    <a {...rest} href={to} onClick={press}>
      {children}
    </a>
  )
}

/** A link of a menu: `aria-current` says, to eyes by its style as well, that one is there. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation()
  return <Link {...props} aria-current={pathname === props.to ? 'page' : undefined} />
}

/** Pressed plainly: with a key held, or another button, browsers open new tabs and windows. */
function meansThisTab(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget
  const held = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
  return event.button === 0 && !held && (target === '' || target === '_self')
}
