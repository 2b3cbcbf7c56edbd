import type { ComponentProps, ReactNode } from 'react'
import { SpinnerRing } from './SpinnerRing'
import { cx } from './cx'

type IconButtonVariant = 'quiet' | 'outlined' | 'raised'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** The button's name, read aloud and shown on hover. */
  label: string
  icon: ReactNode
  variant?: IconButtonVariant
  /** The press is being carried out: shows a spinner and takes no second press. */
  busy?: boolean
  /** Something laid over the corner, such as a Badge. */
  children?: ReactNode
}

const variants: Record<IconButtonVariant, string> = {
  quiet: 'hover:bg-quiet',
  outlined: 'border border-control bg-paper hover:border-primary hover:text-primary',
  raised: 'border border-line bg-raised hover:text-primary hover:border-primary',
}

/** A round button with a picture instead of words; its `label` is its name. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  busy = false,
  type = 'button',
  onClick,
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? undefined : onClick}
      className={cx(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-colors disabled:pointer-events-none disabled:opacity-40',
        variants[variant],
        className,
      )}
    >
      {/* Positioned inside, so that a caller may position the button itself. */}
      <span className="relative flex size-full items-center justify-center">
        {/* In the content, not in aria-label: what is laid over it, such as a count, is read too. */}
        <span className="sr-only">{label}</span> {busy ? <SpinnerRing /> : icon}
        {children}
      </span>
    </button>
  )
}
