import { Illustration } from './Illustration'

/** A phone that shows a code, and a lock beside it. */
export function PhoneCode() {
  return (
    <Illustration>
      <rect x="66" y="30" width="52" height="98" rx="8" className="fill-paper" />
      <path d="M86 40h12" className="stroke-control" />
      <path d="M77 66h6M89 66h6M101 66h6M77 78h6M89 78h6M101 78h6" strokeWidth="4" />
      <path d="M86 118h12" className="stroke-control" />
      <path d="M110 92v-8a11 11 0 0 1 22 0v8" />
      <rect x="104" y="92" width="34" height="28" rx="5" className="fill-primary" />
      <path d="M121 103v7" className="stroke-on-primary" strokeWidth="3" />
    </Illustration>
  )
}
