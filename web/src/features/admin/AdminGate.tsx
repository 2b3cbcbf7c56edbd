import type { ReactNode } from 'react'
import { StrongerSignIn } from '../../domain/account/StrongerSignIn'
import { useMay } from '../../lib/may'
import { useQuery } from '../../lib/query/use-query'
import { overviewQuery, pendingQuery } from './api'

/** Shows a screen of the admin area, or what an admin must set up before. */
export function AdminGate({ children }: { children: ReactNode }) {
  const approves = useMay()('approve_products')
  // Every answer of the admin area says what is missing. What waits is asked for anyway, by those who may see it; the
  // others are asked about by the overview, which everybody in the house may see.
  const pending = useQuery({ ...pendingQuery(), enabled: approves })
  const overview = useQuery({
    ...overviewQuery(),
    enabled: !approves,
    staleTime: 10_000,
    refetchInterval: false,
  })
  const { error } = approves ? pending : overview
  return <StrongerSignIn error={error}>{children}</StrongerSignIn>
}
