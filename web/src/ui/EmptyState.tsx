import type { ReactNode } from 'react'
import { cx } from './cx'

interface EmptyStateProps {
  /** One of ui/illustrations. */
  illustration: ReactNode
  title: string
  /** The page's own heading, when there is nothing else on it. */
  titleAs?: 'h1' | 'h2'
  children?: ReactNode
  /** The next step, usually a LinkButton. */
  action?: ReactNode
  className?: string
}

/** There is nothing here yet: says so kindly and shows the way on. */
export function EmptyState({
  illustration,
  title,
  titleAs: Title = 'h2',
  children,
  action,
  className,
}: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center gap-3 px-4 py-10 text-center', className)}>
      {illustration}
      <Title className="mt-2 text-xl">{title}</Title>
      {children !== undefined && <div className="max-w-md text-muted">{children}</div>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  )
}
