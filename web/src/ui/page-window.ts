/** A page number, or a gap where some are left out. */
type PageSlot = number | 'gap'

/**
 * The numbers to show for a page among many: always the first, the last and the neighbours of
 * the current one. A gap stands for two pages or more; a single one is simply shown.
 */
export function pageWindow(page: number, count: number, neighbours = 1): PageSlot[] {
  const shown = new Set([1, count])
  for (let near = page - neighbours; near <= page + neighbours; near += 1) {
    if (near >= 1 && near <= count) shown.add(near)
  }
  const slots: PageSlot[] = []
  let last = 0
  for (const number of [...shown].toSorted((a, b) => a - b)) {
    if (number - last === 2) slots.push(number - 1)
    if (number - last > 2) slots.push('gap')
    slots.push(number)
    last = number
  }
  return slots
}
