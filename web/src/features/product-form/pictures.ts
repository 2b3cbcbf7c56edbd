import shop from '../../../../contract/shop.json'
import type { ProductImage } from './api'

/** A picture in the form: there already, on its way, or refused. */
export interface FormPicture {
  key: string
  /** Of the file; empty for pictures that were there before. */
  name: string
  /** What is shown of it now. */
  preview: string
  /** As the server stores it; null until it has arrived. */
  image: ProductImage | null
  /** How much of it has left, from 0 to 1. */
  progress: number
  /** Code of why it was refused. */
  error: string | null
  /** To send it once more. */
  file: File | null
}

/** A file that never became a picture, and the code of the reason. */
export interface RefusedFile {
  name: string
  code: string
}

/** Up to this size the browser shrinks a picture that is too large; beyond it a phone may run out of memory. */
const SHRINKABLE_MAX = 40 * 1024 * 1024

/** Why a file cannot be a picture, as far as the browser can tell. */
export function refusalCode(file: Pick<File, 'type' | 'size'>): string | null {
  if (!shop.images.upload_types.includes(file.type)) return 'image_type'
  if (file.size > SHRINKABLE_MAX) return 'image_too_large'
  return null
}

/** Sorts files into those that can be sent and those that cannot, for a form with `held` pictures. */
export function sortFiles(
  files: readonly File[],
  held: number,
): { good: File[]; refused: RefusedFile[] } {
  const good: File[] = []
  const refused: RefusedFile[] = []
  for (const file of files) {
    const code =
      refusalCode(file) ?? (held + good.length >= shop.images.upload_max ? 'image_too_many' : null)
    if (code === null) good.push(file)
    else refused.push({ name: file.name, code })
  }
  return { good, refused }
}

/** The list with one of its items at another place. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, place) => place !== from)
  const item = list[from]
  if (item !== undefined) rest.splice(Math.max(0, Math.min(to, rest.length)), 0, item)
  return rest
}
