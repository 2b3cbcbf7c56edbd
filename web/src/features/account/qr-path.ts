/** The light border around a QR code, in modules, that a scanner needs to find it. */
export const QUIET_ZONE = 4

/** All dark modules of a QR code as one SVG path; neighbours in a row become one bar. */
export function qrPath(rows: readonly string[]): string {
  return rows
    .flatMap((row, y) =>
      Array.from(
        row.matchAll(/1+/g),
        ({ 0: bar, index }) => `M${index} ${y}h${bar.length}v1h-${bar.length}z`,
      ),
    )
    .join('')
}
