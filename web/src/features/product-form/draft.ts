import { removeItem, saveItem, readItem } from '../../lib/session-storage'
import { emptyProduct, type Ingredient, type ProductContent, type ProductImage } from './api'

/** What was typed and not saved, with the version it began from. */
export interface ProductDraft {
  content: ProductContent
  /** What the product was when the typing began. */
  base: ProductContent
  version: number | undefined
}

const PREFIX = 'productDraft:'

/** Saves a form while it is filled in, so that a session that ends or a reload loses nothing. */
export function saveProductDraft(form: string, owner: string, draft: ProductDraft): void {
  saveItem(PREFIX + form, owner, draft)
}

/** Forgets it: it is saved, or was given up. */
export function deleteProductDraft(form: string): void {
  removeItem(PREFIX + form)
}

/** What this person had typed into this form, if anything. */
export function readProductDraft(form: string, owner: string): ProductDraft | null {
  const draft = readItem(PREFIX + form, owner)
  if (!isRecord(draft)) return null
  const content = readContent(draft['content'])
  const base = readContent(draft['base'])
  if (content === null || base === null) return null
  const { version } = draft
  return { content, base, version: typeof version === 'number' ? version : undefined }
}

function readContent(value: unknown): ProductContent | null {
  if (!isRecord(value)) return null
  const { fields: typed, ingredients, images } = value
  if (!isRecord(typed)) return null
  if (!Array.isArray(ingredients) || !Array.isArray(images)) return null
  const names = Object.keys(emptyProduct.fields)
  if (!names.every((name) => typeof typed[name] === 'string')) return null
  return {
    fields: typed as ProductContent['fields'],
    ingredients: ingredients as Ingredient[],
    images: images as ProductImage[],
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
