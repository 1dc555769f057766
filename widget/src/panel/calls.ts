import type * as contract from '@ozvi/contract'
import { uploadVisitorFile } from '@ozvi/contract/files'
import { visitorFilePath } from '@ozvi/contract/visitors'
import { address, query } from '@ozvi/wire/address'
import { sendForm } from '@ozvi/wire/send-form'

interface CallOptions {
  /** Completes even if the page is left. */
  keepalive?: boolean
}
export type Call = <P extends string, S extends contract.Schemas>(
  route: contract.Route<P, S>,
  input: contract.CallInput<P, S>,
  options?: CallOptions,
) => Promise<contract.Parsed<S['output']>>

interface ApiErrorBody {
  code?: contract.ProblemCode
  message?: string
  errors?: Record<string, string[]>
  retry_after_s?: number
}
/** A failed call. `status` 0: no answer. */
export class ApiError extends Error {
  override name = 'ApiError'
  status: number
  code: contract.ProblemCode | undefined
  errors: Record<string, string[]>
  retry_after_ms: number | undefined
  constructor(status: number, { code, message, errors = {}, retry_after_s }: ApiErrorBody = {}) {
    super(message ?? '')
    this.status = status
    this.code = code
    this.errors = errors
    this.retry_after_ms = retry_after_s === undefined ? undefined : retry_after_s * 1000
  }
  /** A temporary error: retrying makes sense. A file quota lasts for hours. */
  get is_transient() {
    const isRate = this.status === 429 && !this.errors['file']
    return this.status === 0 || this.status === 408 || isRate || this.status >= 500
  }
}
export const isTransient = (problem: unknown) => !(problem instanceof ApiError) || problem.is_transient

export interface UploadOptions {
  /** Called with the progress from 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}
interface CallsOptions {
  token: () => string | null
  locale: string
  /** Time limit; every call is harmless to repeat. */
  timeout_ms?: number
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // a proxy's page: the status is enough
  }
}
async function ask(url: string, init: RequestInit, timeout_ms: number): Promise<unknown> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, { ...init, credentials: 'omit', signal: AbortSignal.timeout(timeout_ms) })
    text = await response.text()
  } catch {
    throw new ApiError(0)
  }
  const body = parsed(text)
  // Only our server's error handler writes such bodies.
  if (!response.ok) throw new ApiError(response.status, (body ?? {}) as ApiErrorBody)
  return body
}

/** The visitor's calls over `fetch`, with a bearer token and without cookies. */
export function createCalls({ token, locale, timeout_ms = 15_000 }: CallsOptions) {
  const headers = () => ({
    accept: 'application/json',
    'accept-language': locale,
    ...(token() ? { authorization: `Bearer ${token()}` } : {}),
  })
  const call: Call = async <P extends string, S extends contract.Schemas>(
    { method, path }: contract.Route<P, S>,
    input: contract.CallInput<P, S>,
    options?: CallOptions,
  ) => {
    const { url, rest } = address(path, input as object) // the generic input is an object
    const isRead = method === 'GET'
    const body = await ask(
      isRead ? url + query(rest) : url,
      {
        method,
        headers: { ...headers(), ...(isRead ? {} : { 'content-type': 'application/json' }) },
        ...(isRead ? {} : { body: JSON.stringify(rest) }),
        ...options,
      },
      timeout_ms,
    )
    // The server validated the reply against this route's output.
    return (body as { data: contract.Parsed<S['output']> }).data
  }
  /** Authorizes a realtime channel; `null` if this visitor can't join it. */
  async function authorize(socket_id: string, channel_name: string) {
    try {
      const body = await ask(
        '/api/visitor/broadcasting/auth',
        { method: 'POST', headers: headers(), body: new URLSearchParams({ socket_id, channel_name }) },
        timeout_ms,
      )
      return body as { auth: string } // the contract's `ChannelAuth`
    } catch (problem) {
      if (isTransient(problem)) throw problem
      return null
    }
  }
  async function upload(
    { id, name, blob }: { id: string; name: string; blob: Blob },
    options: UploadOptions,
  ): Promise<contract.Attachment> {
    const form = new FormData()
    form.set('id', id)
    form.set('file', blob, name)
    const { method, path } = uploadVisitorFile
    const { status, text } = await sendForm(method, path, headers(), form, options).catch(() => {
      throw new ApiError(0)
    })
    const body = parsed(text)
    if (status !== 200) throw new ApiError(status, (body ?? {}) as ApiErrorBody)
    // The server validated the reply against this route's output; errors have their own shape.
    return (body as { data: contract.Attachment }).data
  }
  /** Downloads a file the visitor can see. */
  async function readFile(id: string): Promise<Blob> {
    const response = await fetch(visitorFilePath(id), { credentials: 'omit', headers: headers() }).catch(
      () => undefined,
    )
    if (!response?.ok) throw new ApiError(response?.status ?? 0)
    return response.blob()
  }
  return { call, authorize, upload, readFile }
}
