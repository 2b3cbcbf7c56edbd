import type { Product } from '../../domain/product/product'
import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import { queryOptions } from '../../lib/query/query-options'
import { upload } from '../../lib/upload'

/** A picture of a product. */
export type ProductImage = components['schemas']['ProductImage']

/** One active ingredient of a product. */
export type Ingredient = components['schemas']['ActiveIngredient']

/** Which rules of rules.json hold: those of a new product or of one that is changed. */
export type ProductRules = 'product_new' | 'product_edit'

/** What the fields of the form hold; a type, so that the form may take it. */
export type ProductFields = {
  english_name: string
  arabic_name: string
  english_description: string
  arabic_description: string
  category: string
  brand: string
  code: string
  price: string
  discount: string
  nb_in_stock: string
  form: string
  pack_size: string
  max_per_order: string
  reorder_level: string
  regulation: string
  registration_no: string
  official_price_lbp: string
  official_price_source: string
  official_price_from: string
  vat_rate: string
  english_usage: string
  arabic_usage: string
  english_warnings: string
  arabic_warnings: string
  /** Keys, comma-separated, the most fitting first. */
  concerns: string
  /** Keys of SUITS, comma-separated. */
  suits: string
}

/** For whom a maker says a product is. */
export const SUITS = ['infant', 'child', 'adult', 'pregnancy'] as const

/** Comma-separated keys with one more. */
export function withKey(keys: string, key: string): string {
  const list = keysOf(keys)
  return key === '' || list.includes(key) ? keys : [...list, key].join(',')
}

/** Comma-separated keys without one of them. */
export function withoutKey(keys: string, key: string): string {
  return keysOf(keys)
    .filter((other) => other !== key)
    .join(',')
}

function keysOf(keys: string): string[] {
  return keys === '' ? [] : keys.split(',')
}

/** What all concerns are called, and what the shop does not sell so far. */
export const concernChoicesQuery = () =>
  queryOptions({
    queryKey: ['concern-texts', 'with-not-sold'] as const,
    queryFn: ({ signal }) =>
      answer(api.GET('/api/concerns', { params: { query: { not_sold: '1' } }, signal })),
  })

/** Everything about a product that can be typed, chosen and uploaded. */
export interface ProductContent {
  fields: ProductFields
  ingredients: readonly Ingredient[]
  images: readonly ProductImage[]
}

/** A product before anything was typed. */
export const emptyProduct: ProductContent = {
  fields: {
    english_name: '',
    arabic_name: '',
    english_description: '',
    arabic_description: '',
    category: '',
    brand: '',
    code: '',
    price: '',
    discount: '0',
    nb_in_stock: '',
    form: '',
    pack_size: '',
    max_per_order: '',
    reorder_level: '',
    regulation: '',
    registration_no: '',
    official_price_lbp: '',
    official_price_source: '',
    official_price_from: '',
    vat_rate: '',
    english_usage: '',
    arabic_usage: '',
    english_warnings: '',
    arabic_warnings: '',
    concerns: '',
    suits: '',
  },
  ingredients: [],
  images: [],
}

/** What the form shows of a product. */
export function contentOf(product: Product): ProductContent {
  return {
    fields: {
      english_name: product.english_name,
      arabic_name: product.arabic_name,
      english_description: product.english_description,
      arabic_description: product.arabic_description,
      category: product.category,
      brand: product.brand,
      code: product.code,
      price: product.price.toFixed(2),
      discount: String(product.discount),
      nb_in_stock: String(product.nb_in_stock),
      form: product.form ?? '',
      pack_size: product.pack_size ?? '',
      max_per_order: positive(product.max_per_order),
      reorder_level: positive(product.reorder_level),
      regulation: product.regulation ?? '',
      registration_no: product.registration_no ?? '',
      official_price_lbp: positive(product.official_price_lbp),
      official_price_source: product.official_price_source ?? '',
      official_price_from: product.official_price_from ?? '',
      vat_rate: positive(product.vat_rate),
      english_usage: product.english_usage ?? '',
      arabic_usage: product.arabic_usage ?? '',
      english_warnings: product.english_warnings ?? '',
      arabic_warnings: product.arabic_warnings ?? '',
      concerns: (product.concerns ?? []).join(','),
      suits: (product.suits ?? []).join(','),
    },
    ingredients: product.active_ingredients ?? [],
    images: product.images,
  }
}

/** A number that is left empty when it is none. */
function positive(value = 0): string {
  return value === 0 ? '' : String(value)
}

/** First word of the key of a product being edited: it is not renewed behind the typist's back. */
export const EDITED = 'product-form'

/** The product that is being edited, fresh from the server. */
export const editedProductQuery = (id: string) =>
  queryOptions({
    queryKey: [EDITED, id] as const,
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/product-edit/{id}', { params: { path: { id } }, signal, cache: 'no-store' }),
      ),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    meta: { personal: true },
  })

type Created = components['schemas']['ProductCreated']

/** Adds a product, under a store when one is named. */
export function createProduct(
  { fields, ingredients, images }: ProductContent,
  store?: string,
): Promise<Created> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== '') form.append(`product[${name}]`, value)
  }
  if (ingredients.length > 0) {
    form.append('product[active_ingredients]', JSON.stringify(ingredients))
  }
  if (store !== undefined) form.append('product[store]', store)
  for (const image of images) form.append('pictures', image.url)
  return upload<Created>('/api/product/new', form)
}

/** A product as it was saved, and what waits on it. */
export type SavedProduct = components['schemas']['ProductSaved']

/** A product for the form, and whether what is changed waits for approval. */
export type EditedProduct = components['schemas']['ProductToEdit']

/** What waits for approval on a product. */
export type ProductRevision = components['schemas']['ProductRevision']

/** Changes a product; refused as `product_changed` when it is no longer at that version. */
export function updateProduct(
  id: string,
  version: number | undefined,
  { fields, ingredients, images }: ProductContent,
): Promise<SavedProduct> {
  const {
    category,
    max_per_order: most,
    reorder_level: reorder,
    official_price_lbp: pounds,
    vat_rate: vat,
    concerns,
    suits,
    ...rest
  } = fields
  return answer(
    api.PUT('/api/product/{id}', {
      params: { path: { id } },
      body: {
        product: {
          ...rest,
          category: category as Product['category'],
          max_per_order: most === '' ? 0 : most,
          reorder_level: reorder === '' ? 0 : reorder,
          official_price_lbp: pounds === '' ? 0 : pounds,
          vat_rate: vat === '' ? 0 : vat,
          concerns: keysOf(concerns),
          suits: SUITS.filter((key) => keysOf(suits).includes(key)),
          active_ingredients: [...ingredients],
          images: images.map(({ url }) => ({ url })),
          ...(version === undefined ? {} : { version }),
        },
      },
    }),
  )
}

/** Sends one picture ahead of its product. */
export async function uploadPicture(
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<ProductImage> {
  const form = new FormData()
  form.append('image', file)
  const answered = await upload<components['schemas']['PictureUploaded']>('/api/picture', form, {
    onProgress,
    signal,
  })
  return answered.image
}
