import { parseMoney, toCents } from '../../lib/cents'
import { ApiError } from '../../lib/errors'
import { cleanField } from '../../lib/validation'
import type { components } from '../../generated/api'

/** A product with what only admins and its store see. */
export type ManagedProduct = components['schemas']['ManagedProduct']

/** A number of a product that the table lets one change. */
export type Cell = 'price' | 'nb_in_stock' | 'reorder_level'

/** What a cell shows of a product. */
export function cellText({ product }: ManagedProduct, cell: Cell): string {
  return cell === 'price' ? product.price.toFixed(2) : String(product[cell] ?? 0)
}

/** Whether two texts of a cell mean the same number. */
export function sameNumber(cell: Cell, one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => cleanField('product_edit', cell, text))
  if (cell === 'price') return parseMoney(first ?? '') === parseMoney(second ?? '')
  return Number(first) === Number(second)
}

/** The product as somebody else left it, when that is why a change was refused. */
export function currentOf(row: ManagedProduct, error: unknown): ManagedProduct | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { current } = error.body
  if (!isRecord(current)) return null
  const product = isRecord(current['product']) ? current['product'] : current
  if (typeof product['price'] !== 'number' || typeof product['version'] !== 'number') {
    if (typeof current['version'] !== 'number') return null
  }
  const version = typeof current['version'] === 'number' ? current['version'] : product['version']
  return {
    ...row,
    product: { ...row.product, ...(product as Partial<ManagedProduct['product']>) },
    version: Number(version),
  }
}

/** Whether somebody else changed the very number that is being changed. */
export function isContested(before: ManagedProduct, now: ManagedProduct, cell: Cell): boolean {
  return cell === 'price'
    ? toCents(before.product.price) !== toCents(now.product.price)
    : before.product[cell] !== now.product[cell]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
