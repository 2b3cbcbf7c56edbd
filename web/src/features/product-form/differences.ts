import type { ProductContent, ProductFields } from './api'

/** A part of a product that two people can change at once. */
export type ProductPart = keyof ProductFields | 'ingredients' | 'images'

/** One part that somebody else changed meanwhile. */
export interface PartDifference {
  part: ProductPart
  /** The typist changed it, too, and has to choose. */
  contested: boolean
  mine: string
  theirs: string
}

/** The value of a part as text: what is equal as text is equal. */
function partText(content: ProductContent, part: ProductPart): string {
  if (part === 'images') return content.images.map(({ url }) => url).join('\n')
  if (part !== 'ingredients') return content.fields[part]
  return content.ingredients
    .map(({ name, arabic_name: arabic = '', strength = '' }) => [name, arabic, strength].join(' '))
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .join('\n')
}

function partsOf(content: ProductContent): ProductPart[] {
  return [...(Object.keys(content.fields) as (keyof ProductFields)[]), 'ingredients', 'images']
}

/** Whether anything differs between two states of the form. */
export function differ(one: ProductContent, other: ProductContent): boolean {
  return partsOf(one).some((part) => partText(one, part) !== partText(other, part))
}

/**
 * What somebody else changed since `base` and the form does not show: parts that the typist left
 * alone take the new value by themselves, contested ones wait for a choice.
 */
export function partDifferences(
  base: ProductContent,
  mine: ProductContent,
  theirs: ProductContent,
): PartDifference[] {
  return partsOf(base).flatMap((part) => {
    const was = partText(base, part)
    const now = partText(theirs, part)
    const typed = partText(mine, part)
    if (now === was || now === typed) return []
    return [{ part, contested: typed !== was, mine: typed, theirs: now }]
  })
}
