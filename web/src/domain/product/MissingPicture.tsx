/** Stands where a product's picture is missing: a plain box with a leaf-shaped capsule. */
export function MissingPicture({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 96 96" fill="none" aria-hidden="true" className={className}>
      <path
        d="M20 34 48 22l28 12v32L48 78 20 66V34Z"
        stroke="currentColor"
        strokeOpacity="0.5"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path
        d="m20 34 28 12 28-12M48 46v32"
        stroke="currentColor"
        strokeOpacity="0.5"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path d="M34 28l28 12" stroke="currentColor" strokeOpacity="0.3" strokeWidth="2.5" />
    </svg>
  )
}
