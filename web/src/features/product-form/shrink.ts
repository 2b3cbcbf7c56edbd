import shop from '../../../../contract/shop.json'
import { ApiError } from '../../lib/errors'

/** The longest side of a picture that was made smaller; the shop shows 800 at most. */
const LONGEST = 2400
const QUALITIES = [0.9, 0.75, 0.6]

/** A picture that may be sent: the file itself, or a smaller JPEG of it when it is over the limit. */
export async function shrink(file: File): Promise<File> {
  const max = shop.images.upload_bytes_max
  if (file.size <= max) return file
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (bitmap === null) throw new ApiError(0, 'image_broken')
  try {
    const { width, height } = fit(bitmap.width, bitmap.height)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const paper = canvas.getContext('2d')
    if (paper === null) throw new ApiError(0, 'image_too_large')
    // A JPEG has no transparency: what was see-through becomes white.
    paper.fillStyle = '#fff'
    paper.fillRect(0, 0, width, height)
    paper.drawImage(bitmap, 0, 0, width, height)
    for (const quality of QUALITIES) {
      const blob = await new Promise<Blob | null>((resolve) =>
        canvas.toBlob(resolve, 'image/jpeg', quality),
      )
      if (blob !== null && blob.size <= max) {
        return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
      }
    }
    throw new ApiError(0, 'image_too_large')
  } finally {
    bitmap.close()
  }
}

/** The size within the longest side, in the same proportions. */
export function fit(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}
