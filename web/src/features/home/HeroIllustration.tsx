/** A delivered bag from the pharmacy, with what may be in it. Its colours are tokens, so it has a dark version too. */
export function HeroIllustration({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 400 300"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <circle cx="212" cy="178" r="150" className="fill-primary/10" />
      <ellipse cx="206" cy="282" rx="176" ry="12" className="fill-primary/15" />

      {/* syrup bottle */}
      <rect x="70" y="108" width="30" height="22" rx="5" className="fill-primary" />
      <path
        d="M76 130h18v12c0 5 14 9 14 24v100a14 14 0 0 1-14 14H76a14 14 0 0 1-14-14V166c0-15 14-19 14-24z"
        className="fill-sale/75"
      />
      <rect x="62" y="186" width="46" height="60" className="fill-paper" />
      <path
        d="M85 198c-6 7.5-9 12-9 16.5a9 9 0 0 0 18 0c0-4.5-3-9-9-16.5z"
        className="fill-primary/40"
      />
      <path d="M72 236h26" strokeWidth="4" className="stroke-line" />

      {/* bag */}
      <path d="M172 112V92a38 38 0 0 1 76 0v20" strokeWidth="7" className="stroke-primary" />
      <path d="M128 112h164l14 160a9 9 0 0 1-9 10H123a9 9 0 0 1-9-10z" className="fill-paper" />
      <path d="M128 112h164l3 30H125z" className="fill-primary/15" />
      <path d="M210 168v68M176 202h68" strokeWidth="26" className="stroke-primary" />
      <path d="M191 221c-3-21 10.5-37 37-38 1 27-14 41.5-37 38z" className="fill-paper" />
      <path d="m195 217 20-20" strokeWidth="4.5" className="stroke-primary" />

      {/* box of tablets */}
      <path d="M286 214h84v62a6 6 0 0 1-6 6h-72a6 6 0 0 1-6-6z" className="fill-info/80" />
      <path d="m286 214 14-18h84l-14 18z" className="fill-info/55" />
      <path d="m370 214 14-18v62l-14 20z" className="fill-info" />
      <rect x="298" y="230" width="60" height="34" rx="4" className="fill-paper" />
      <rect x="306" y="240" width="26" height="13" rx="6.5" className="fill-sale/75" />
      <path d="M319 240h6.5a6.5 6.5 0 0 1 0 13H319z" className="fill-line" />
      <path d="M340 243h11M340 250h8" strokeWidth="3" className="stroke-line" />

      {/* a leaf for the green corner */}
      <path d="M306 120c2-30 24-48 62-47 2 38-22 62-56 56" className="fill-primary/45" />
      <path d="M304 136c8-20 22-34 44-46" strokeWidth="4" className="stroke-primary" />
    </svg>
  )
}
