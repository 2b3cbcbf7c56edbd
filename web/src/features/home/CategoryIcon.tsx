import type { ReactNode } from 'react'
import { Drawing } from './Drawing'

/** Drawings of the six categories, one line weight, one green; a lighter green fills. */
const drawings: Record<string, ReactNode> = {
  pain_killers: (
    <>
      <g transform="rotate(-45 22 22)">
        <rect x="8" y="14.5" width="28" height="15" rx="7.5" className="fill-paper" />
        <path d="M22 14.5h6.5a7.5 7.5 0 0 1 0 15H22z" className="fill-primary/35" />
        <rect x="8" y="14.5" width="28" height="15" rx="7.5" />
        <path d="M22 14.5v15" />
      </g>
      <circle cx="35.5" cy="35.5" r="7" className="fill-paper" />
      <path d="m31.5 35.5 8 0" />
    </>
  ),
  vitamins: (
    <>
      <circle cx="23" cy="27" r="15" className="fill-paper" />
      <circle cx="23" cy="27" r="10.5" className="fill-primary/20 stroke-none" />
      <path d="M23 16.5v21M12.5 27h21M15.6 19.6l14.8 14.8M30.4 19.6 15.6 34.4" strokeWidth="1.5" />
      <path d="M30 13.5c.5-5 4-8.5 10.5-8.5.5 6-3.5 10-9 9.5" className="fill-primary/35" />
    </>
  ),
  colds: (
    <>
      <path d="M20 8.5a4.5 4.5 0 0 1 9 0v19.2a9 9 0 1 1-9 0z" className="fill-paper" />
      <circle cx="24.5" cy="35" r="5" className="fill-primary/35" />
      <path d="M24.5 30V15" strokeWidth="3" />
      <path d="M33.5 10h5M33.5 16h3M33.5 22h5" />
      <path
        d="M11 14c-2.5 3.2-4 5.4-4 7.4a4 4 0 0 0 8 0c0-2-1.5-4.2-4-7.4z"
        className="fill-primary/20"
      />
    </>
  ),
  body_care: (
    <>
      <path
        d="M13 24a5 5 0 0 1 5-5h12a5 5 0 0 1 5 5v15a4 4 0 0 1-4 4H17a4 4 0 0 1-4-4z"
        className="fill-paper"
      />
      <path d="M20 19v-4h8v4" className="fill-primary/35" />
      <path d="M24 15V8.5M14.5 11.5c0-2 1.5-3.5 4-3.5H27c1.7 0 3 1.3 3 3" />
      <path
        d="M24 25.5c-3 3.6-4.5 6-4.5 8a4.5 4.5 0 0 0 9 0c0-2-1.5-4.4-4.5-8z"
        className="fill-primary/20"
      />
    </>
  ),
  hygiene: (
    <>
      <rect x="7" y="25" width="34" height="16" rx="7" className="fill-paper" />
      <rect x="14" y="30" width="20" height="6" rx="3" className="fill-primary/35" />
      <circle cx="17" cy="16" r="5.5" className="fill-primary/20" />
      <circle cx="29" cy="12" r="4" className="fill-paper" />
      <circle cx="35.5" cy="19" r="2.5" className="fill-primary/20" />
    </>
  ),
  first_aid: (
    <>
      <path d="M18 15v-3.5A3.5 3.5 0 0 1 21.5 8h5a3.5 3.5 0 0 1 3.5 3.5V15" />
      <rect x="6" y="15" width="36" height="26" rx="6" className="fill-paper" />
      <circle cx="24" cy="28" r="8.5" className="fill-primary/20 stroke-none" />
      <path d="M24 23v10M19 28h10" strokeWidth="3.5" />
    </>
  ),
}

/** The icon of a category. */
export function CategoryIcon({ category, className }: { category: string; className?: string }) {
  return <Drawing className={className}>{drawings[category]}</Drawing>
}
