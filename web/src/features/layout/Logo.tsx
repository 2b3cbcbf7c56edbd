/** The shop's mark: a pharmacy cross with a leaf at its heart. Never mirrored. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 40 40"
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
      className={className}
    >
      <rect width="40" height="40" rx="12" className="fill-primary" />
      <path d="M20 11v18M11 20h18" strokeWidth="9" className="stroke-on-primary" />
      <path
        d="M14.2 25.8c-1-6.4 3.2-11.4 11.6-11.6.2 8.2-4.5 12.8-11.6 11.6z"
        className="fill-primary"
      />
      <path d="m15.2 24.8 6-6" strokeWidth="1.4" className="stroke-on-primary" />
    </svg>
  )
}
