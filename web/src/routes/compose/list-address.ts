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
 * anew. Going back is left to the browser, which knows where one was.
 */
export function useResultsInView(shown: string) {
  const results = useRef<HTMLElement>(null)
  const kind = useNavigationType()
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (kind === NavigationType.Pop) return
    results.current?.focus({ preventScroll: true })
    results.current?.scrollIntoView({ block: 'start' })
  }, [shown, kind])
  return results
}
