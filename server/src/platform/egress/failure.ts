import { errors } from 'undici'
import { Blocked } from './connector.ts'

/**
 * Why a call failed.
 *
 * `bad_url` not http(s), or with credentials · `blocked` by the guard · `timeout` · `unreachable` no such
 * host, refused, broken TLS · `too_large` past `max_bytes` · `too_many_redirects` · `wrong_type` not among
 * `accept_types` · `unreadable` broken HTTP or encoding · `bad_request` a header or body that can't be sent ·
 * `aborted` by the caller.
 */
export type EgressReason =
  | 'bad_url'
  | 'blocked'
  | 'timeout'
  | 'unreachable'
  | 'too_large'
  | 'too_many_redirects'
  | 'wrong_type'
  | 'unreadable'
  | 'bad_request'
  | 'aborted'

/** Carries a reason out of a stream; `fetch` and `open` convert it to their result. */
export class EgressFailure extends Error {
  override name = 'EgressFailure'
  reason: EgressReason
  constructor(reason: EgressReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

/** Maps an error of undici, the sockets or the decoders to a reason. */
export function reasonOf(error: unknown): EgressReason {
  if (error instanceof EgressFailure) return error.reason
  if (error instanceof Blocked) return 'blocked'
  if (
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError
  ) {
    return 'timeout'
  }
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError)
    return 'unreadable'
  if (error instanceof errors.InvalidArgumentError) return 'bad_request'
  return 'unreachable'
}

/** The failure of a request as members read it, when the details don't matter. */
export function requestFailureOf(reason: EgressReason): 'timeout' | 'blocked' | 'unreachable' | 'unreadable' {
  switch (reason) {
    case 'timeout':
    case 'aborted':
      return 'timeout'
    case 'blocked':
    case 'bad_url':
      return 'blocked'
    case 'unreachable':
      return 'unreachable'
    default:
      return 'unreadable'
  }
}
