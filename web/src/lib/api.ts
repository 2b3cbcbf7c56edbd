import type { paths } from '../generated/api'
import { noteBuild } from './build'
import { ApiError, failureInside, NETWORK, toApiError } from './errors'
import type { Answer } from './page-data'
import { createTypedClient } from './typed-client'

/** The header that carries the token of `currentCsrfToken`. */
export const CSRF_HEADER = 'CSRF-Token'
/** The code of a refusal because the token had gone stale. */
export const CSRF_CODE = 'csrf'
const SIGN_IN_CODES = new Set(['not_signed_in', 'session_ended'])
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

let csrfToken: Promise<string> | null = null
let onSignedOut: () => void = () => {}

/** Says what to do when a call finds the session gone; the app sends the person to sign in. */
export function whenSignedOut(handler: () => void): void {
  onSignedOut = handler
}

/** Forgets the CSRF token: it belongs to a session, so signing in or out makes another. */
export function forgetCsrfToken(): void {
  csrfToken = null
}

async function fetchCsrfToken(): Promise<string> {
  const response = await globalThis.fetch('/api/get-csrf-token', { credentials: 'same-origin' })
  const body: unknown = await response.json()
  if (
    typeof body === 'object' &&
    body !== null &&
    'csrfToken' in body &&
    typeof body.csrfToken === 'string'
  ) {
    return body.csrfToken
  }
  throw toApiError(response, body)
}

/** The CSRF token that every change needs; fetched once and cached. */
export function currentCsrfToken(): Promise<string> {
  csrfToken ??= fetchCsrfToken().catch((failure: unknown) => {
    csrfToken = null
    throw failure
  })
  return csrfToken
}

async function codeOf(response: Response): Promise<string> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return toApiError(response, body).code
}

async function sendWithToken(request: Request): Promise<Response> {
  request.headers.set(CSRF_HEADER, await currentCsrfToken())
  return fetchNoted(request)
}

async function fetchNoted(request: Request): Promise<Response> {
  const response = await globalThis.fetch(request)
  noteBuild(response)
  return response
}

/** Sends a request; a mutating one with the CSRF token, once more when the token had gone stale. */
async function send(request: Request): Promise<Response> {
  if (SAFE_METHODS.has(request.method)) return fetchNoted(request)
  const again = request.clone()
  const first = await sendWithToken(request)
  if (first.status !== 403 || (await codeOf(first)) !== CSRF_CODE) return first
  forgetCsrfToken()
  return sendWithToken(again)
}

/** The typed client of every call in the contract. Wrap a call in `answer` to get its data. */
export const api = createTypedClient<paths>({
  baseUrl: globalThis.location?.origin ?? '',
  fetch: send,
})

type Outcome<T> = { data?: T; error?: unknown; response: Response }

/** Waits for a call and gives its data, or throws an ApiError. A lost session goes to sign-in. */
export async function answer<T>(call: Promise<Outcome<T>>): Promise<T> {
  return (await settled(call)).data
}

/** As `answer`, together with what the headers of a list say about the whole of it. */
export async function listAnswer<T>(call: Promise<Outcome<T>>): Promise<Answer<T>> {
  const { data, response } = await settled(call)
  return {
    body: data,
    ...numberHeader(response, 'X-Total-Count', 'total'),
    ...numberHeader(response, 'X-Max-Price', 'maxPrice'),
    ...readingHeader(response),
  }
}

const MATCHES = ['exact', 'concern', 'corrected', 'loose', 'none'] as const

/** As `listAnswer`, together with how honestly the list answers a search. */
export async function searchAnswer<T>(call: Promise<Outcome<T>>) {
  const { response } = await call.catch(() => ({ response: null }))
  const headers = response?.headers
  const match = MATCHES.find((known) => known === headers?.get('X-Match'))
  return {
    answer: { ...(await listAnswer(call)), ...(match !== undefined && { match }) },
    concern: headers?.get('X-Concern') ?? null,
    notSold: headers?.get('X-Not-Sold') ?? null,
  }
}

function numberHeader(response: Response, header: string, name: 'total' | 'maxPrice') {
  const value = response.headers.get(header)
  return value === null ? {} : { [name]: Number(value) }
}

/** Another reading of what was searched for, when nothing was found as typed. */
function readingHeader(response: Response): { showingFor?: string } {
  const value = response.headers.get('X-Showing-Results-For')
  return value === null ? {} : { showingFor: decodeURIComponent(value) }
}

async function settled<T>(call: Promise<Outcome<T>>): Promise<{ data: T; response: Response }> {
  const outcome = await call.catch((cause: unknown) => {
    if (cause instanceof ApiError || isAbort(cause)) throw cause
    throw new ApiError(0, NETWORK)
  })
  const { data, error, response } = outcome
  if (!response.ok) throw noticed(toApiError(response, error))
  const failure = failureInside(response, data)
  if (failure !== null) throw noticed(failure)
  return { data: data as T, response }
}

/** Leads to sign-in when a failure says that the session is gone; gives the failure back. */
export function noticed(failure: ApiError): ApiError {
  if (failure.status === 401 && SIGN_IN_CODES.has(failure.code)) onSignedOut()
  return failure
}

function isAbort(cause: unknown): boolean {
  // By name: a DOMException may come from another realm.
  return (
    typeof cause === 'object' && cause !== null && 'name' in cause && cause.name === 'AbortError'
  )
}
