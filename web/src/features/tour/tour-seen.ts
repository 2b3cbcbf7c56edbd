/** Whom a tour is for. */
export type TourKind = 'admin' | 'owner'

const key = (kind: TourKind) => `tourSeen.${kind}`

/** Whether this browser was shown the tour, or told to skip it. */
export function wasTourSeen(kind: TourKind): boolean {
  try {
    return localStorage.getItem(key(kind)) !== null
  } catch {
    return false
  }
}

/** Remembers that the tour need not be offered again. */
export function rememberTour(kind: TourKind): void {
  try {
    localStorage.setItem(key(kind), '1')
  } catch {
    // It is offered again the next time.
  }
}
