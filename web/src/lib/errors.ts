import type { Translate } from './i18n'

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

/** Makes an ApiError of a refused answer, whatever its body turned out to be. */
export function toApiError(response: Response, body: unknown): ApiError {
  const answer = isRecord(body) ? body : {}
  const code = typeof answer['code'] === 'string' ? answer['code'] : NETWORK
  const seconds = Number(response.headers.get('Retry-After') ?? NaN)
  return new ApiError(
    response.status,
    code,
    fieldCodes(answer['errors']),
    Number.isFinite(seconds) ? seconds : null,
    answer,
  )
}

/** The text of an error in the current language; 'An error occurred' when the code is unknown. */
export function errorText(t: Translate, error: unknown): string {
  const code = error instanceof ApiError ? error.code : NETWORK
  return t.maybe(`error.${code}`) ?? t('error.network')
}

/** The text beside one field, or null when the server did not complain about it. */
export function fieldText(t: Translate, error: unknown, field: string): string | null {
  const code = error instanceof ApiError ? error.fields[field] : undefined
  if (code === undefined) return null
  return t.maybe(`rule.${code}`) ?? errorText(t, error)
}
