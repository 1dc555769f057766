import type { ErrorCode } from './operations.ts'

/** An error that the server answered. */
export class OzviError extends Error {
  override name = 'OzviError'
  /** Stable, for programs. */
  readonly code: ErrorCode
  readonly status: number
  /** Messages by field; with `invalid_input`. */
  readonly errors: Record<string, string[]>
  /** Seconds after which a retry makes sense; undefined if the server didn't say. */
  readonly retry_after_s: number | undefined
  /** Find it in the server's log; with `server_error`. */
  readonly request_id: string | undefined
  constructor(
    status: number,
    body: {
      code?: ErrorCode | undefined
      message?: string | undefined
      errors?: Record<string, string[]> | undefined
      retry_after_s?: number | undefined
      request_id?: string | undefined
    },
  ) {
    super(body.message ?? `The server answered ${status}.`)
    this.status = status
    // Proxies answer without a code.
    this.code = body.code ?? (status < 500 ? 'page_not_found' : 'unavailable')
    this.errors = body.errors ?? {}
    this.retry_after_s = body.retry_after_s
    this.request_id = body.request_id
  }
}

/** The server couldn't be reached, or didn't answer in time. `cause` is the error of `fetch`. */
export class OzviConnectionError extends Error {
  override name = 'OzviConnectionError'
}
