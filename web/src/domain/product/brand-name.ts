import type { Translate } from '../../lib/i18n'

/** The name of a brand in the current language; makers without one by their key, capitalised. */
export function brandName(t: Translate, key: string): string {
  return (
    t.maybe(`brand.${key.replaceAll(/[\s-]+/g, '_')}`) ??
    key.replace(/(^|[\s-])\p{Ll}/gu, (letters) => letters.toUpperCase())
  )
}
