import type { ComponentProps, MouseEvent } from 'react'
import { SpinnerRing } from './SpinnerRing'
import { type ButtonLook, buttonStyle } from './button-style'
import { cx } from './cx'

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** The press is being carried out: shows a spinner and takes no second press. */
  busy?: boolean
}

/**
 * A button. While `busy` it keeps its size, its name and the focus (a disabled button would lose
 * it), and presses, also by Enter in a form field, do nothing.
 */
export function Button({
  variant,
  size,
  full,
  busy = false,
  type = 'button',
  onClick,
  className,
  children,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      className={cx(buttonStyle({ variant, size, full }), className)}
    >
      {/* Positioned inside, so that a caller may position the button itself. */}
      <span className="relative inline-flex">
        <span className={cx('inline-flex items-center justify-center gap-2', busy && 'opacity-0')}>
          {children}
        </span>
        {busy && <SpinnerRing className="absolute inset-0 m-auto size-5" />}
      </span>
    </button>
  )
}
