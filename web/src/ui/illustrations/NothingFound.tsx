import { Illustration } from './Illustration'

/** A magnifying glass over an empty list. */
export function NothingFound() {
  return (
    <Illustration>
      <path d="M52 62h96M52 100h96" className="stroke-line" strokeWidth="4" />
      <rect x="58" y="72" width="18" height="26" rx="4" className="fill-paper stroke-line" />
      <rect x="128" y="36" width="14" height="24" rx="4" className="fill-paper stroke-line" />
      <circle cx="100" cy="72" r="26" className="fill-paper" />
      <path d="m119 91 20 20" strokeWidth="6" />
      <path d="M92 66a10 10 0 0 1 10-6" />
    </Illustration>
  )
}
