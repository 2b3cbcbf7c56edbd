import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import { type ListQuery, listAddress, readList, type Sort } from '../../features/catalog/list-query'

interface ListAddressOptions {
  sorts?: readonly Sort[]
  /** What else the address says, before what it says about the list. */
  before?: readonly (readonly [string, string])[]
}

/** The state of a list, kept in the address alone: it reloads, can be shared and gone back from. */
export function useListAddress(path: string, { sorts, before }: ListAddressOptions = {}) {
  const location = useLocation()
  const navigate = useNavigate()
  const list = readList(location.search, sorts)
  const hrefFor = (other: ListQuery) => listAddress(path, other, before)
  const change = (other: ListQuery) => void navigate(hrefFor(other))
  return { list, hrefFor, change }
}

/**
 * Brings the results into view, and the focus to them, when someone turns a page or searches
 * anew. Filters leave the focus where it is, going back is left to the browser, and another path
 * begins at its top anyway.
 */
export function useResultsInView(list: ListQuery, subject = '') {
  const results = useRef<HTMLElement>(null)
  const kind = useNavigationType()
  const { pathname } = useLocation()
  const filters = listAddress('', { ...list, page: 1 })
  const { page } = list
  const before = useRef({ pathname, subject, filters, page })

  useEffect(() => {
    const last = before.current
    before.current = { pathname, subject, filters, page }
    if (kind === NavigationType.Pop || last.pathname !== pathname) return
    const turned = last.page !== page && last.filters === filters
    if (!turned && last.subject === subject) return
    results.current?.focus({ preventScroll: true })
    results.current?.scrollIntoView({ block: 'start' })
  }, [pathname, subject, filters, page, kind])
  return results
}
