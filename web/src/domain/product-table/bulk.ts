import type { components } from '../../generated/api'
import type { Translate } from '../../lib/i18n'

type Schemas = components['schemas']

/** What becomes of many products that are changed at once. */
export type BulkAnswer = Schemas['BulkEditAnswer']
/** What becomes of one of them. */
export type BulkRow = Schemas['BulkRow']

/** Whether a product changes. */
export function rowChanges({ code, before, after }: BulkRow): boolean {
  return (
    code === undefined &&
    (before.price !== after.price ||
      before.nb_in_stock !== after.nb_in_stock ||
      before.off_sale !== after.off_sale)
  )
}

/** Why a product does not change, for people to read. */
export function bulkReason(t: Translate, code: string): string {
  return t.maybe(`rule.${code}`) ?? t.maybe(`error.${code}`) ?? code
}
