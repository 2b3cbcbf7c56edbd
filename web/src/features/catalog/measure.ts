import type { Translate } from '../../lib/i18n'

/** A strength or a size with its units in the current language: '100 mg / 5 ml', '100 ملغ / 5 مل'. */
export function measureText(t: Translate, measure: string): string {
  return measure.replaceAll(/[a-z]+|%/gi, (unit) => {
    const name = unit === '%' ? 'percent' : unit.toLowerCase()
    return t.maybe(`unit.${name}`) ?? unit
  })
}

/** What is in a pack: '100 ml', or for a bare number '24 pieces'. */
export function packText(t: Translate, pack: string): string {
  return /^\d+$/.test(pack)
    ? t('product.pack_pieces', { count: Number(pack) })
    : measureText(t, pack)
}
