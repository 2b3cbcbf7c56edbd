import type { Product } from './product'

type Regulated = Pick<Product, 'regulation'>

/** Whether a product may be ordered online: what needs a prescription may not. */
export function mayBeOrdered({ regulation }: Regulated): boolean {
  return regulation !== 'prescription' && regulation !== 'controlled'
}
