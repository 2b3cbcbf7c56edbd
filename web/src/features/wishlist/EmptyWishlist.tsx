import { Illustration } from '../../ui/illustrations/Illustration'

/** A heart waiting on a card. */
export function EmptyWishlist() {
  return (
    <Illustration>
      <rect x="62" y="34" width="76" height="90" rx="10" className="fill-paper" />
      <path d="M100 90c-16-10-22-18-22-26a11 11 0 0 1 22-4 11 11 0 0 1 22 4c0 8-6 16-22 26Z" />
      <path d="M80 104h40M88 112h24" className="stroke-line" />
      <path d="M154 50v10M149 55h10M46 60v8M42 64h8" />
    </Illustration>
  )
}
