import shop from '../../../../contract/shop.json'
import type { components } from '../../generated/api'
import { answer, api, listAnswer } from '../../lib/api'
import type { QueryClient } from '../../lib/query/query-client'
import { queryOptions } from '../../lib/query/query-options'
import { upload } from '../../lib/upload'

/** A pharmacy that sells with us. */
export type Store = components['schemas']['Store']

/** A store, and whether the reader may edit it. */
export type StoreAnswer = components['schemas']['StoreAnswer']

/** A type, so that the form may take it. */
export type StoreFields = {
  name: string
  description: string
  street: string
  city: string
  state: string
  building: string
  phone_nb: string
  arabic_name: string
  whatsapp: string
  legal_name: string
  tax_no: string
  /** Never filled in from the server: it is sealed. Empty keeps the one there is. */
  licence_no: string
}

/** When a store is open on a weekday. */
export type OpeningHours = components['schemas']['OpeningHours']

/** When a store is open, and the days on which it is closed. */
export interface StoreTimes {
  hours: OpeningHours[]
  holidays: string[]
  /** How long customers have to answer when something is missing; 0 is as long as the shop says. */
  answerMinutes: number
  /** Minutes, as they are typed; empty is not said. */
  prepare: string
  window: string
}

/** A store before anything was typed. */
export const emptyStore: StoreFields = {
  name: '',
  description: '',
  street: '',
  city: '',
  state: '',
  building: '',
  phone_nb: '',
  arabic_name: '',
  whatsapp: '',
  legal_name: '',
  tax_no: '',
  licence_no: '',
}

/** Keys of everything that is cached about stores. */
export const storeKeys = {
  all: ['stores'] as const,
  mine: ['stores', 'mine'] as const,
  one: (id: string) => ['stores', 'one', id] as const,
  edited: (id: string) => ['stores', 'edited', id] as const,
  products: (id: string, page: number) => ['stores', 'products', id, page] as const,
}

/** The stores of whoever is signed in. */
export const myStoresQuery = () =>
  queryOptions({
    queryKey: storeKeys.mine,
    queryFn: async ({ signal }) => (await answer(api.GET('/api/user/stores', { signal }))).stores,
    meta: { personal: true },
  })

/** One store. What is said about it depends on who asks. */
export const storeQuery = (id: string) =>
  queryOptions({
    queryKey: storeKeys.one(id),
    queryFn: ({ signal }) => fetchStore(id, signal),
    meta: { personal: true },
  })

/** A store for the form that changes it: not renewed behind the typist's back. */
export const editedStoreQuery = (id: string) =>
  queryOptions({
    queryKey: storeKeys.edited(id),
    queryFn: ({ signal }) => fetchStore(id, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    meta: { personal: true },
  })

function fetchStore(id: string, signal: AbortSignal): Promise<StoreAnswer> {
  return answer(api.GET('/api/store/{id}', { params: { path: { id } }, signal }))
}

/** One page of what a store sells; its owner sees what is not approved, too. */
export const storeProductsQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: storeKeys.products(id, page),
    queryFn: ({ signal }) =>
      listAnswer(
        api.GET('/api/store/{id}/products', {
          params: { path: { id }, query: { page, limit: shop.lists.page_size } },
          signal,
        }),
      ),
    meta: { personal: true },
  })

/** Creates a store; it waits for an admin. */
export async function addStore(store: StoreFields): Promise<Store> {
  return (await answer(api.POST('/api/store/add', { body: { store } }))).store
}

/** Changes a store; refused when it changed since that version. */
export async function updateStore(
  { id, version }: Pick<Store, 'id' | 'version'>,
  fields: StoreFields,
  { hours, holidays, answerMinutes, prepare, window }: StoreTimes,
): Promise<Store> {
  const store = {
    ...fields,
    opening_hours: hours,
    holidays,
    answer_minutes: answerMinutes,
    prepare_minutes: Number(prepare),
    delivery_window_minutes: Number(window),
    ...(version === undefined ? {} : { version }),
  }
  const saved = await answer(
    api.PUT('/api/store/{id}', { params: { path: { id } }, body: { store } }),
  )
  return saved.store
}

/** Has every list and page of stores asked for again. */
export function invalidateStores(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: storeKeys.all })
}

/** What a form begins with for a store. */
export function storeToFields(store: Store): StoreFields {
  const { name, description, street, city, state, building, phone_nb } = store
  return {
    ...emptyStore,
    name,
    description,
    street,
    city,
    state,
    building,
    phone_nb,
    arabic_name: store.arabic_name ?? '',
    whatsapp: store.whatsapp ?? '',
    legal_name: store.legal_name ?? '',
    tax_no: store.tax_no ?? '',
  }
}

/** Sends the document of a store's licence; only admins read it. */
export async function uploadLicence(id: string, file: File): Promise<Store> {
  const form = new FormData()
  form.append('document', file)
  const path = `/api/store/${encodeURIComponent(id)}/licence`
  const saved = await upload<components['schemas']['StoreSaved']>(path, form, { method: 'PUT' })
  return saved.store
}
