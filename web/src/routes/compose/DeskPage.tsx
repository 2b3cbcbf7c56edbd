import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pendingQuery } from '../../features/desk/api'
import { DeskNav } from '../../features/desk/DeskNav'
import { DeskGate } from './DeskGate'

interface DeskPageProps {
  title: string
  /** Beside the title: the one thing to do here. */
  action?: ReactNode
  children: ReactNode
}

/** A room of the desk: the way to the others, its name, and what is in it. */
export function DeskPage({ title, action, children }: DeskPageProps) {
  return (
    <DeskGate>
      <div className="page-width flex flex-col gap-4 pb-8">
        <DeskWay />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-2xl lg:text-3xl">{title}</h1>
          {action}
        </div>
        <div>{children}</div>
      </div>
    </DeskGate>
  )
}

/** The rooms of the desk, and how much waits for a decision. */
export function DeskWay() {
  const pending = useQuery(pendingQuery())
  const waiting = (pending.data?.product_count ?? 0) + (pending.data?.store_count ?? 0)
  return <DeskNav waiting={waiting} />
}
