import type { BulkAnswer } from '../../domain/product-table/bulk'
import type { ManagedProduct } from '../../domain/product-table/row-edit'
import type { components } from '../../generated/api'
import { answer, api, listAnswer } from '../../lib/api'
import type { Answer } from '../../lib/page-data'
import type { QueryClient } from '../../lib/query/query-client'
import { keepPreviousData, queryOptions } from '../../lib/query/query-options'
import { upload } from '../../lib/upload'
import type { TableQuery } from './table-query'

type Schemas = components['schemas']

/** The figures of the admin overview. */
export type Overview = Schemas['Overview']
/** What was sold on one day. */
export type DaySales = Schemas['DaySales']
/** A product on sale with changes that wait. */
export type RevisedProduct = Schemas['RevisedProduct']
/** A store with its owner. */
export type ManagedStore = Schemas['ManagedStore']
/** Work in the background. */
export type ImportJob = Schemas['Job']
/** What one row of a file changes. */
export type ImportRow = Schemas['JobRow']
/** What a row does to its product. */
export type ImportKind = ImportRow['kind']

/** The kinds of rows in the order in which they are shown. */
export const importKinds: readonly ImportKind[] = ['changed', 'new', 'same']
/** How complete the catalogue is in both languages. */
export type TranslationReportData = Schemas['TranslationMeter']
/** Pounds per dollar, with its age. */
export type Rate = Schemas['Rate']
/** An email that did not arrive. */
export type UndeliveredMail = Schemas['UndeliveredMail']
export type Signal = Schemas['Signal']
export type PolicyViolation = Schemas['PolicyViolation']

/** Products on one page of the table. */
export const ADMIN_PRODUCTS_PAGE = 25
/** Problems on one page of the meter. */
export const TRANSLATION_REPORT_PAGE = 50
/** Undelivered emails on one page. */
export const UNDELIVERED_MAIL_PAGE = 50

/** Keys of everything that is cached about the catalogue for admins. */
export const adminCatalogueKeys = {
  all: ['admin'] as const,
  overview: ['admin', 'overview'] as const,
  rates: ['admin', 'rates'] as const,
  pending: ['admin', 'pending'] as const,
  tables: ['admin', 'table'] as const,
  table: (query: TableQuery) => ['admin', 'table', query] as const,
  job: (id: string) => ['admin', 'job', id] as const,
  meter: (page: number) => ['admin', 'translations', page] as const,
  missedSearches: (page: number) => ['admin', 'searches', page] as const,
  concernWords: ['admin', 'concern-words'] as const,
  concernTexts: ['admin', 'concern-texts'] as const,
  advice: ['admin', 'advice'] as const,
  signals: ['admin', 'signals'] as const,
  mails: ['admin', 'mail'] as const,
  mail: (page: number) => ['admin', 'mail', page] as const,
}

const personal = { personal: true }

/** Orders, sales, stock and what is pending. */
export const overviewQuery = () =>
  queryOptions({
    queryKey: adminCatalogueKeys.overview,
    queryFn: ({ signal }) => answer(api.GET('/api/admin/overview', { signal })),
    refetchInterval: 60_000,
    staleTime: 0,
    meta: personal,
  })

/** The newest exchange rates. */
export const ratesQuery = () =>
  queryOptions({
    queryKey: adminCatalogueKeys.rates,
    queryFn: ({ signal }) => answer(api.GET('/api/admin/rate', { signal })),
    staleTime: 0,
    meta: personal,
  })

/** Makes a rate hold from now on. */
export function setRate(pounds: number, confirmed: boolean): Promise<Schemas['RateSaved']> {
  return answer(api.POST('/api/admin/rate', { body: { lbp_per_usd: pounds, confirmed } }))
}

/** Stores and products on one page of those that wait. */
export const PENDING_PAGE = 24

/** The stores and products that an admin has to decide about, a page of each. */
export const pendingQuery = (page = 1) =>
  queryOptions({
    queryKey: [...adminCatalogueKeys.pending, page],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/admin/pending', { params: { query: { page, limit: PENDING_PAGE } }, signal }),
      ),
    staleTime: 10_000,
    meta: personal,
  })

/** One page of the product table. */
export const adminProductsQuery = (query: TableQuery) =>
  queryOptions({
    queryKey: adminCatalogueKeys.table(query),
    queryFn: ({ signal }) => {
      const { page, q, category, brand, status, stock, discounted, withoutConcern, sort } = query
      return listAnswer(
        api.GET('/api/admin/products', {
          params: {
            query: {
              page,
              limit: ADMIN_PRODUCTS_PAGE,
              ...(q === '' ? {} : { q }),
              ...(category === '' ? {} : { category }),
              ...(brand === '' ? {} : { brands: brand }),
              ...(status === '' ? {} : { status }),
              ...(stock === '' ? {} : { stock }),
              ...(discounted ? { discounted } : {}),
              ...(withoutConcern ? { without_concern: true } : {}),
              ...(sort === '' ? {} : { sort }),
            },
          },
          signal,
        }),
      )
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: personal,
  })

/** What can be changed in the table. */
export type ProductPatch = Partial<Record<'price' | 'nb_in_stock', string>>

/** Changes stock or price; refused as `product_changed` when it is no longer at that version. */
export async function patchProduct(
  id: string,
  version: number,
  patch: ProductPatch,
): Promise<ManagedProduct> {
  const saved = await answer(
    api.PATCH('/api/admin/product/{id}', {
      params: { path: { id } },
      body: { version, ...patch },
    }),
  )
  return saved.product
}

/** Shows a product as it is now in every page of the table. */
export function cacheManagedProduct(client: QueryClient, managed: ManagedProduct): void {
  client.setQueriesData<Answer<ManagedProduct[]>>({ queryKey: adminCatalogueKeys.tables }, (list) =>
    list === undefined
      ? undefined
      : {
          ...list,
          body: list.body.map((row) => (row.product.id === managed.product.id ? managed : row)),
        },
  )
}

/** What an admin decides. */
export interface Decision {
  status: 'approved' | 'rejected'
  /** For the owner, when rejected. */
  reason: string
  /** The class that a product is given; only with products. */
  regulation?: Regulation
  /** The number of a store's licence, as it was checked. */
  licence?: string
}

const decided = ({ status, reason }: Decision) =>
  status === 'rejected' ? { status, reason } : { status }

/** How the law on medicines regulates a product. */
export type Regulation = components['schemas']['Regulation']

/** Decides about a product. */
export function decideProduct(id: string, decision: Decision) {
  return answer(
    api.PUT('/api/admin/product/{id}/status', {
      params: { path: { id } },
      body: {
        ...decided(decision),
        ...(decision.regulation === undefined ? {} : { regulation: decision.regulation }),
      },
    }),
  )
}

/** Decides about the changes that wait on a product; whoever sent them gets a mail. */
export function decideRevision({ product, revision }: RevisedProduct, decision: Decision) {
  return answer(
    api.PUT('/api/admin/product/{id}/revision', {
      params: { path: { id: product.product.id } },
      body: { ...decided(decision), at: revision.at },
    }),
  )
}

/** Decides about a store; its owner gets a mail. */
export function decideStore(id: string, decision: Decision) {
  const { licence } = decision
  return answer(
    api.PUT('/api/admin/store/{id}/status', {
      params: { path: { id } },
      body: { ...decided(decision), ...(licence === undefined ? {} : { licence_no: licence }) },
    }),
  )
}

/** The licence of a store; for admins alone. */
export const licenceQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'licence', id] as const,
    queryFn: ({ signal }) =>
      answer(api.GET('/api/admin/store/{id}/licence', { params: { path: { id } }, signal })),
    retry: false,
    meta: personal,
  })

/** Approves many products that wait; each that cannot be approved says why. */
export function approveProducts(ids: readonly string[]): Promise<BulkAnswer> {
  return answer(api.POST('/api/admin/approvals', { body: { products: [...ids] } }))
}

/** Takes an approval of many products back. */
export function undoApproval(edit: string): Promise<BulkAnswer> {
  return answer(api.POST('/api/admin/approvals/{edit}/undo', { params: { path: { edit } } }))
}

/** Hands in a file to be checked. */
export async function checkImport(
  file: File,
  onProgress: (part: number) => void,
): Promise<ImportJob> {
  const form = new FormData()
  form.append('dry_run', 'true')
  form.append('file', file)
  const { job } = await upload<Schemas['JobAnswer']>('/api/admin/import/products', form, {
    onProgress,
  })
  return job
}

/** Imports what the check of a file found. */
export async function confirmImport(id: string): Promise<ImportJob> {
  const path = { id }
  return (await answer(api.POST('/api/admin/job/{id}/confirm', { params: { path } }))).job
}

/** A page of what a file changes; version tells what was checked from what was imported. */
export const importRowsQuery = (id: string, version: string, kind: ImportKind | '', page: number) =>
  queryOptions({
    queryKey: [...adminCatalogueKeys.job(id), 'rows', version, kind, page],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/admin/job/{id}/rows', {
          params: { path: { id }, query: { page, ...(kind === '' ? {} : { kind }) } },
          signal,
        }),
      ),
    enabled: id !== '' && version !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: personal,
  })

/** Whether a job goes on. */
export function isUnderWay(job: ImportJob): boolean {
  return job.state === 'queued' || job.state === 'running'
}

/** A job, asked for again until it is over. */
export const importJobQuery = (id: string) =>
  queryOptions({
    queryKey: adminCatalogueKeys.job(id),
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/admin/job/{id}', { params: { path: { id } }, signal }))).job,
    enabled: id !== '',
    refetchInterval: ({ state }) =>
      state.data === undefined || isUnderWay(state.data) ? 700 : false,
    staleTime: 0,
    meta: personal,
  })

/** What lacks a language, and one page of the problems. */
export const translationReportQuery = (page: number) =>
  queryOptions({
    queryKey: adminCatalogueKeys.meter(page),
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/admin/translations', {
          params: { query: { page, limit: TRANSLATION_REPORT_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: personal,
  })

/** What may be an attack: users, networks, and what browsers refused on our pages. */
export const signalsQuery = () =>
  queryOptions({
    queryKey: adminCatalogueKeys.signals,
    queryFn: ({ signal }) => answer(api.GET('/api/admin/signals', { signal })),
    staleTime: 0,
    meta: personal,
  })

/** Emails that could not be delivered, newest first. */
export const undeliveredMailQuery = (page: number) =>
  queryOptions({
    queryKey: adminCatalogueKeys.mail(page),
    queryFn: ({ signal }) =>
      listAnswer(
        api.GET('/api/admin/mail/undelivered', {
          params: { query: { page, limit: UNDELIVERED_MAIL_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: personal,
  })

/** Queues an undelivered email again. */
export async function sendMailAgain(id: string): Promise<void> {
  await answer(api.POST('/api/admin/mail/undelivered/{id}/retry', { params: { path: { id } } }))
}

/** What was searched for without an exact answer. */
export type MissedSearch = components['schemas']['SearchMiss']

/** A word that admins added to a concern. */
export type ConcernWord = components['schemas']['ConcernWord']

/** Missed searches on one page. */
export const MISSED_SEARCHES_PAGE = 24

/** What had no exact answer in the last 30 days, the most frequent first. */
export const missedSearchesQuery = (page: number) =>
  queryOptions({
    queryKey: adminCatalogueKeys.missedSearches(page),
    queryFn: ({ signal }) =>
      listAnswer(
        api.GET('/api/admin/searches', {
          params: { query: { page, limit: MISSED_SEARCHES_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: personal,
  })

/** The words that admins added to concerns. */
export const concernWordsQuery = () =>
  queryOptions({
    queryKey: adminCatalogueKeys.concernWords,
    queryFn: ({ signal }) => answer(api.GET('/api/admin/concern-words', { signal })),
    staleTime: 0,
    meta: personal,
  })

/** What all concerns are called. */
export const concernTextsQuery = () =>
  queryOptions({
    queryKey: adminCatalogueKeys.concernTexts,
    queryFn: ({ signal }) => answer(api.GET('/api/concerns', { signal })),
  })

/** The line of advice of a concern, with the version that an edit replaces. */
export type Advice = components['schemas']['Advice']

/** The advice of all concerns. */
export const adviceQuery = () =>
  queryOptions({
    queryKey: adminCatalogueKeys.advice,
    queryFn: ({ signal }) => answer(api.GET('/api/admin/advice', { signal })),
    staleTime: 0,
    meta: personal,
  })

/** Words the advice of a concern; refused as `notice_changed` when it is no longer at that version. */
export async function saveAdvice(
  key: string,
  body: { english: string; arabic: string; version: number },
): Promise<Advice> {
  const saved = await answer(
    api.PUT('/api/admin/advice/{key}', { params: { path: { key } }, body }),
  )
  return saved.advice
}

/** Makes a word name a concern. */
export async function addConcernWord(body: ConcernWord): Promise<void> {
  await answer(api.POST('/api/admin/concern-words', { body }))
}

/** Takes an added word away. */
export async function removeConcernWord(word: string): Promise<void> {
  await answer(api.DELETE('/api/admin/concern-words', { params: { query: { word } } }))
}
