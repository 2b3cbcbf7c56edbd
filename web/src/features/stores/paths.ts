/** The address of a store, or of what its owner does with it. */
export function storePath(
  id: string,
  part?: 'add-product' | 'edit' | 'money' | 'orders' | 'people' | 'products' | 'shift' | 'shifts',
): string {
  const path = `/store/${encodeURIComponent(id)}`
  return part === undefined ? path : `${path}/${part}`
}
