import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { StrongerSignIn } from '../../domain/account/StrongerSignIn'
import { pendingQuery } from './api'

/** Shows a screen of the admin area, or what an admin must set up before. */
export function AdminGate({ children }: { children: ReactNode }) {
  const { error } = useQuery(pendingQuery())
  return <StrongerSignIn error={error}>{children}</StrongerSignIn>
}
