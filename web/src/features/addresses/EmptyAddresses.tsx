import { Illustration } from '../../ui/illustrations/Illustration'

/** A pin above a folded map. */
export function EmptyAddresses() {
  return (
    <Illustration>
      <path d="m48 92 34-12 36 12 34-12v40l-34 12-36-12-34 12V92Z" className="fill-paper" />
      <path d="M82 80v40M118 92v40" className="stroke-line" />
      <path
        d="M100 100c-14-18-20-28-20-38a20 20 0 0 1 40 0c0 10-6 20-20 38Z"
        className="fill-paper"
      />
      <circle cx="100" cy="62" r="7" />
    </Illustration>
  )
}
