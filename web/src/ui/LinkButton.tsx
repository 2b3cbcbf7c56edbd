import { type ButtonLook, buttonStyle } from './button-style'
import { cx } from './cx'
import { Link, type LinkProps } from './Link'

interface LinkButtonProps extends LinkProps, ButtonLook {}

/** Looks like a button, goes somewhere like a link. */
export function LinkButton({ variant, size, full, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={cx(buttonStyle({ variant, size, full }), className)} />
}
