import { cx } from './cx'

/** How much a button asks for attention: one primary per view, the others beside it. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

/** A button's height: 44 px, or 52 px where it is the one thing to do. */
export type ButtonSize = 'md' | 'lg'

/** What buttons and links that look like buttons share. */
export interface ButtonLook {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Takes the whole width of its container. */
  full?: boolean
}

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover',
  secondary: 'border border-control bg-paper text-ink hover:border-primary hover:text-primary',
  quiet: 'text-primary hover:bg-primary-tint',
  danger: 'bg-danger-fill text-on-danger hover:bg-danger-fill-hover',
}

const sizes: Record<ButtonSize, string> = {
  md: 'min-h-11 px-4 py-2 text-base',
  lg: 'min-h-13 px-6 py-3 text-lg',
}

/** The classes of a button with this look. */
export function buttonStyle({
  variant = 'primary',
  size = 'md',
  full = false,
}: ButtonLook): string {
  return cx(
    'inline-flex items-center justify-center gap-2 rounded-control text-center leading-tight font-semibold transition-colors select-none',
    'disabled:pointer-events-none disabled:border-transparent disabled:bg-quiet disabled:text-muted',
    variants[variant],
    sizes[size],
    full && 'w-full',
  )
}
