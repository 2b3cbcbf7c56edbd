import type { ReactNode } from 'react'
import { formatPrice } from '../money/money'

interface TotalBarProps {
  total: number
  /** The button that leads on. */
  children: ReactNode
}

/**
 * The way on from cart and checkout. On phones it stays above the bottom bar with the total beside
 * it, and the page leaves room for it by the mark `data-buy-bar`.
 */
export function TotalBar({ total, children }: TotalBarProps) {
  return (
    <div
      data-buy-bar
      className="flex items-center gap-4 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-[calc(64px+env(safe-area-inset-bottom))] max-lg:z-20 max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:px-4 max-lg:py-2 lg:mt-5 short:border-0 short:px-0"
    >
      <bdi dir="ltr" aria-hidden="true" className="text-xl font-bold tabular lg:hidden">
        {formatPrice(total)}
      </bdi>
      {children}
    </div>
  )
}
