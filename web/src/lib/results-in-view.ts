import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from './router'

interface PagedList {
  page: number
  /** What the list is narrowed by: a page that changes together with it was not turned. */
  filters?: string
  /** What was searched for; a new search brings its results into view too. */
  subject?: string
}

/**
 * Scrolls to the results and moves the focus to them when a page is turned or something else is
 * searched for. Filters leave the focus where it is, going back is left to the browser, and another
 * path begins at its top anyway.
 */
export function useResultsInView<Results extends HTMLElement = HTMLElement>({
  page,
  filters = '',
  subject = '',
}: PagedList): RefObject<Results | null> {
  const results = useRef<Results>(null)
  const kind = useNavigationType()
  const { pathname } = useLocation()
  const before = useRef({ pathname, subject, filters, page })

  useEffect(() => {
    const last = before.current
    before.current = { pathname, subject, filters, page }
    if (kind === 'POP' || last.pathname !== pathname) return
    const turned = last.page !== page && last.filters === filters
    if (!turned && last.subject === subject) return
    results.current?.focus({ preventScroll: true })
    results.current?.scrollIntoView({ block: 'start' })
  }, [pathname, subject, filters, page, kind])
  return results
}
