import { CSRF_CODE, CSRF_HEADER, currentCsrfToken, forgetCsrfToken, noticed } from './api'
import { ApiError, failureInside, NETWORK, toApiError } from './errors'

interface UploadOptions {
  /** Hears how much has left, from 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
  /** POST unless it says otherwise. */
  method?: 'POST' | 'PUT'
}

/**
 * Posts a form with files and tells how far it is, which fetch cannot. Throws an ApiError, or an
 * AbortError when it was called off.
 */
export async function upload<T>(
  path: string,
  form: FormData,
  options: UploadOptions = {},
): Promise<T> {
  try {
    return await attempt<T>(path, form, options)
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    if (failure.code !== CSRF_CODE) throw noticed(failure)
    forgetCsrfToken()
    return attempt<T>(path, form, options)
  }
}

async function attempt<T>(path: string, form: FormData, options: UploadOptions): Promise<T> {
  const token = await currentCsrfToken()
  const { status, text, retryAfter } = await post(path, form, token, options)
  const body = readJson(text)
  if (status === 0) throw new ApiError(0, NETWORK)
  const headers = new Headers(retryAfter === null ? [] : [['Retry-After', retryAfter]])
  const response = new Response(null, { status: statusOf(status), headers })
  const failure = response.ok ? failureInside(response, body) : toApiError(response, body)
  if (failure !== null) throw failure
  return body as T
}

interface Posted {
  status: number
  text: string
  retryAfter: string | null
}

function post(
  path: string,
  form: FormData,
  token: string,
  { onProgress, signal, method = 'POST' }: UploadOptions,
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const callOff = () => request.abort()
    request.open(method, path)
    request.setRequestHeader(CSRF_HEADER, token)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        text: request.responseText,
        retryAfter: request.getResponseHeader('Retry-After'),
      }),
    )
    const failed = () => resolve({ status: 0, text: '', retryAfter: null })
    request.addEventListener('error', failed)
    request.addEventListener('timeout', failed)
    request.addEventListener('abort', () => reject(new DOMException('Called off', 'AbortError')))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', callOff))
    if (signal?.aborted === true) {
      reject(new DOMException('Called off', 'AbortError'))
      return
    }
    signal?.addEventListener('abort', callOff)
    request.send(form)
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A Response takes no status below 200. */
function statusOf(status: number): number {
  return status >= 200 && status <= 599 ? status : 502
}
