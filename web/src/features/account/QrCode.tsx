import { QUIET_ZONE, qrPath } from './qr-path'

interface QrCodeProps {
  /** Rows of `0` (light) and `1` (dark). */
  rows: readonly string[]
  label: string
}

/** A QR code. It stays black on white in the dark too: that is what scanners look for. */
export function QrCode({ rows, label }: QrCodeProps) {
  const size = rows.length + 2 * QUIET_ZONE
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-56 rounded-small"
    >
      <path d={`M${-QUIET_ZONE} ${-QUIET_ZONE}h${size}v${size}h${-size}z`} fill="white" />
      <path d={qrPath(rows)} fill="black" />
    </svg>
  )
}
