import { Illustration } from '../../ui/illustrations/Illustration'

/** A shop front with its awning out. */
export function EmptyStores() {
  return (
    <Illustration>
      <path d="M60 72v56h80V72" className="fill-paper" />
      <path
        d="M52 56 62 38h76l10 18v6a12 12 0 0 1-24 0 12 12 0 0 1-24 0 12 12 0 0 1-24 0 12 12 0 0 1-24 0v-6Z"
        className="fill-paper"
      />
      <path d="M52 56h96" />
      <path d="M112 128V94h18v34" />
      <path d="M74 100h22M85 89v22" strokeWidth="4" />
    </Illustration>
  )
}
