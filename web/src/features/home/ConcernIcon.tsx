import type { ReactNode } from 'react'
import { Drawing } from './Drawing'

/** Drawings of the concerns on Home, in the manner of the categories' drawings. */
const drawings: Record<string, ReactNode> = {
  fever: (
    <>
      <path d="M19 9a5 5 0 0 1 10 0v17.5a10 10 0 1 1-10 0z" className="fill-paper" />
      <circle cx="24" cy="34" r="5" className="fill-primary/35" />
      <path d="M24 29V13" strokeWidth="3" />
    </>
  ),
  headache: (
    <>
      <path
        d="M17 42v-6h-4a4 4 0 0 1-4-4v-4l-3-2 3-6c0-8 6-13 14-13 9 0 15 6 15 14 0 5-2 8-5 11v10z"
        className="fill-paper"
      />
      <path d="m26 13-6 8h6l-5 8" className="stroke-[2.5]" />
    </>
  ),
  cold_flu: (
    <>
      <path d="M24 6v36M8.5 15l31 18M39.5 15l-31 18" />
      <path d="m19 10 5 5 5-5M19 38l5-5 5 5M10 22l6-2-1-6M38 26l-6 2 1 6M38 22l-6-2 1-6M10 26l6 2-1 6" />
      <circle cx="24" cy="24" r="5" className="fill-primary/35" />
    </>
  ),
  cough: (
    <>
      <path
        d="M8 30c0-11 5-19 13-19 8 0 12 6 12 12l3 5-4 2v5a4 4 0 0 1-4 4h-4v4H13"
        className="fill-paper"
      />
      <path d="M37 32h6M36 37l5 3M36 27l5-3" className="stroke-[2.5]" />
      <circle cx="24" cy="22" r="2" className="fill-primary/35" />
    </>
  ),
  sore_throat: (
    <>
      <path d="M13 7c0 10-1 13-5 18v17h32V25c-4-5-5-8-5-18" className="fill-paper" />
      <path d="M24 14v16" strokeWidth="3" />
      <circle cx="24" cy="35" r="4.5" className="fill-primary/35" />
    </>
  ),
  heartburn: (
    <>
      <path
        d="M19 6v9c0 5-11 5-11 16 0 7 5 11 12 11 11 0 20-7 20-18 0-7-4-11-9-11-3 0-5 2-6 4V6"
        className="fill-paper"
      />
      <path
        d="M24 22c4 4 6 6 6 10a6 6 0 0 1-12 0c0-2 1-3 2-4 1 1 2 1 2 1 0-3 0-5 2-7z"
        className="fill-primary/35"
      />
    </>
  ),
  cuts_wounds: (
    <g transform="rotate(-45 24 24)">
      <rect x="4" y="16" width="40" height="16" rx="8" className="fill-paper" />
      <rect x="16" y="16" width="16" height="16" className="fill-primary/35" />
      <path d="M21 21.5h.01M27 21.5h.01M21 26.5h.01M27 26.5h.01" strokeWidth="3" />
    </g>
  ),
  acne: (
    <>
      <circle cx="24" cy="24" r="17" className="fill-paper" />
      <path d="M17 21h.01M31 21h.01" strokeWidth="3.5" />
      <path d="M18 32c4 3 8 3 12 0" />
      <circle cx="15" cy="28" r="2" className="fill-primary/35" />
      <circle cx="33" cy="29" r="2" className="fill-primary/35" />
      <circle cx="24" cy="14" r="2" className="fill-primary/35" />
    </>
  ),
  sun_protection: (
    <>
      <circle cx="24" cy="24" r="9" className="fill-primary/35" />
      <path d="M24 5v5M24 38v5M5 24h5M38 24h5M10.6 10.6l3.5 3.5M33.9 33.9l3.5 3.5M37.400 10.6l-3.5 3.5M14.1 33.9l-3.5 3.5" />
    </>
  ),
  immunity: (
    <>
      <path
        d="M24 5c5 4 10 5 16 5 0 17-4 27-16 33C12 37 8 27 8 10c6 0 11-1 16-5z"
        className="fill-paper"
      />
      <path d="M24 16v15M16.5 23.5h15" strokeWidth="3.5" />
    </>
  ),
}

/** The drawing of a concern. */
export function ConcernIcon({ concern, className }: { concern: string; className?: string }) {
  return <Drawing className={className}>{drawings[concern]}</Drawing>
}
