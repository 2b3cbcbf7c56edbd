import { useLocation, useNavigate } from '../../lib/router'
import {
  type ListQuery,
  listAddress,
  readList,
  type SortChoice,
} from '../../features/catalog/list-query'

interface ListAddressOptions {
  sorts?: readonly SortChoice[]
  /** What else the address says, before what it says about the list. */
  before?: readonly (readonly [string, string])[]
}

/** The state of a list, stored in the address only: it reloads, can be shared and gone back from. */
export function useListAddress(path: string, { sorts, before }: ListAddressOptions = {}) {
  const location = useLocation()
  const navigate = useNavigate()
  const list = readList(location.search, sorts)
  const hrefFor = (other: ListQuery) => listAddress(path, other, before)
  const change = (other: ListQuery) => navigate(hrefFor(other))
  return { list, hrefFor, change }
}
