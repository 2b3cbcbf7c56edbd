/** The round number a chart ends at: 1, 2 or 5 times a power of ten, at least 10. */
export function roundedMaximum(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 10)))
  const step = [1, 2, 5, 10].find((factor) => factor * power >= highest) ?? 10
  return step * power
}
