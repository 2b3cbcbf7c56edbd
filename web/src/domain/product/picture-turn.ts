/** When a picture is fetched: before everything else, at once but after those, or when it comes near the screen. */
export type PictureTurn = 'first' | 'next' | 'near'

/** The turn of a picture by its place in a list. A phone, where the line is weak, shows two in a row and two rows. */
export function turnOf(place: number): PictureTurn {
  if (place < 2) return 'first'
  return place < 4 ? 'next' : 'near'
}
