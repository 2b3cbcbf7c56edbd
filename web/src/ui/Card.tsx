import type { ComponentProps } from 'react'
import { cx } from './cx'

interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'section' | 'article' | 'li' | 'form' | 'aside'
  /** Leaves the inner space to the content, for cards that begin with a picture. */
  flush?: boolean
}

/** A box with a border and a background for one thing and what belongs to it. */
export function Card({ as: Element = 'div', flush = false, className, ...rest }: CardProps) {
  return (
    // The props of the few elements allowed here are those of a div.
    <Element
      {...(rest as object)}
      className={cx('rounded-card border border-line bg-paper', !flush && 'p-4 sm:p-6', className)}
    />
  )
}
