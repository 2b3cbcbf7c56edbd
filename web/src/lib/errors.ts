import type { Translate } from './i18n'
import { loadCatalogue } from './i18n-catalogue'

/** What the client calls an answer that never came, or that nobody can read. */
export const NETWORK = 'network'

/** A call that failed: the code is the contract, the text is looked up when it is shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    /** HTTP status; 0 when there was no answer at all. */
    readonly status: number,
    /** Stable code of the error, `network` when there was no answer. */
    readonly code: string,
    /** Field name → rule code, for the form that was sent. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** Seconds to wait before trying again, when the server said so. */
    readonly retryAfter: number | null = null,
    /** The whole answer, for the few calls whose errors carry more. */
    readonly body: Readonly<Record<string, unknown>> = {},
  ) {
    super(`${code} (${status})`)
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldCodes(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}

/** A refusal without a code is shown in the words of the server. */
function defaultCode(answer: Record<string, unknown>): string {
  return typeof answer['message'] === 'string' && answer['message'] !== '' ? '' : NETWORK
}

/** Makes an ApiError of a refused answer, whatever its body turned out to be. */
export function toApiError(response: Response, body: unknown): ApiError {
  const answer = isRecord(body) ? body : {}
  const code = typeof answer['code'] === 'string' ? answer['code'] : defaultCode(answer)
  const seconds = Number(response.headers.get('Retry-After') ?? NaN)
  return new ApiError(
    response.status,
    code,
    fieldCodes(answer['errors']),
    Number.isFinite(seconds) ? seconds : null,
    answer,
  )
}

/**
 * Why an answer of the 2xx kind is a failure all the same, or null when it is none: it says so
 * itself, or it is nothing that our calls answer (an empty body, the page of a proxy).
 */
export function failureInside(response: Response, body: unknown): ApiError | null {
  if (typeof body !== 'object' || body === null) return toApiError(response, undefined)
  return 'success' in body && body.success === false ? toApiError(response, body) : null
}

/**
 * The text of an error in the current language. For a code without one it is what the server said,
 * which is English, to those who read that; else 'An error occurred'.
 */
export function errorText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.network')
  const { message } = error.body
  const said =
    t.lang === 'english' && typeof message === 'string' && message !== '' ? message : null
  return t.maybe(`error.${error.code}`) ?? said ?? t('error.network')
}

/** As `errorText`, for where no field is marked: it says what is wrong with the first that was refused. */
export function refusalText(t: Translate, error: unknown): string {
  const [rule] = error instanceof ApiError ? Object.values(error.fields) : []
  return t.maybe(`rule.${rule}`) ?? errorText(t, error)
}

/** As `refusalText`, for where the page may have just become alive: waits for the texts of refusals. */
export async function awaitErrorText(t: Translate, error: unknown): Promise<string> {
  // Without them it is said in general, or in the words of the server.
  await loadCatalogue(t.lang, 'soon').catch(() => {})
  return refusalText(t, error)
}
