import * as z from 'zod/mini'

/**
 * Every way a request may be refused: code → HTTP status.
 *
 * 401, 419 and 409 are navigation for the client (sign-in, sign-in, e-mail verification), so no other
 * refusal may use them: an ordinary conflict is 422.
 */
export const problems = {
  invalid_input: 422,
  no_team: 422,
  unauthenticated: 401,
  csrf_invalid: 419,
  email_unverified: 409,
  forbidden: 403,
  blocked: 403,
  domain_not_allowed: 403,
  two_factor_required: 403,
  workspace_closed: 403,
  confirm_identity: 403,
  not_found: 404,
  page_not_found: 404,
  too_large: 413,
  host_not_allowed: 421,
  unsupported_type: 415,
  rate_limited: 429,
  server_error: 500,
  unavailable: 503,
  storage_full: 507,
} as const satisfies Record<string, number>
export type ProblemCode = keyof typeof problems

/** Field path → refusal codes such as `email_taken` or `too_long:80`; words are chosen at the edge. */
export type FieldErrors = Record<string, string[]>

/** The one expected failure. On the server `errors` holds codes, after the wire it holds sentences. */
export class Problem extends Error {
  override name = 'Problem'
  code: ProblemCode
  errors: FieldErrors | undefined
  /** Whole seconds after which a retry makes sense; only with `rate_limited`, `unavailable` and `storage_full`. */
  retry_after_s: number | undefined
  constructor(
    code: ProblemCode,
    errors?: FieldErrors,
    more: { message?: string; retry_after_s?: number | undefined } = {},
  ) {
    super(more.message ?? code)
    this.code = code
    this.errors = errors
    this.retry_after_s = more.retry_after_s
  }
}

type Names<P extends string> = P extends `${string}:${infer N}/${infer R}`
  ? N | Names<`/${R}`>
  : P extends `${string}:${infer N}`
    ? N
    : never
export type Params<P extends string> = { [K in Names<P>]: string }

export type Schema = z.ZodMiniType
export type ObjectSchema = z.ZodMiniObject
/** What data is once its schema has read it. */
export type Parsed<S extends Schema> = z.output<S>
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A call that client and server agree on. Every success body is `{ data: output }`. */
export interface Route<
  P extends string = string,
  I extends ObjectSchema = ObjectSchema,
  O extends Schema = Schema,
> {
  method: Method
  path: P
  /** Query parameters of a GET, body fields otherwise; path parameters are in `path`. */
  input: I
  output: O
  /** Errors to expect in addition to those of the guard. */
  problems: readonly ProblemCode[]
}
// an object without fields has an index signature that would forbid the path's
type Fields<T> = string extends keyof T ? unknown : T
/** What a caller passes: path parameters and fields, side by side. */
export type CallInput<P extends string, I extends ObjectSchema> = Params<P> & Fields<z.input<I>>
/** What a service receives for a route: the same fields, parsed. `Input<typeof sendMessage>`. */
export type Input<R> = R extends Route<infer P, infer I> ? Params<P> & Fields<z.output<I>> : never
export type Output<R> = R extends Route<string, ObjectSchema, infer O> ? z.output<O> : never

const nothing = z.object({})
/** For routes that answer without content beyond success: `{ data: null }`. */
export const Nothing = z.null()

export function route<const P extends string, O extends Schema, I extends ObjectSchema = typeof nothing>(
  declared: Omit<Route<P, I, O>, 'input'> & { input?: I },
): Route<P, I, O> {
  // `I` defaults to the empty object exactly when no input was declared.
  return { input: nothing as unknown as I, ...declared }
}

/** An event, sent to everyone who may subscribe to one of its channels. */
export interface EventDefinition<D extends Schema = Schema, K = unknown> {
  /** `MessageSent`; on the wire `App\Events\MessageSent`. */
  name: string
  data: D
  channel: (key: K) => string
  /** Worth hearing only now (typing, progress): never stored, dropped for slow readers. */
  is_ephemeral: boolean
}
export function event<D extends Schema, K>(
  name: string,
  kind: { data: D; channel: (key: K) => string; is_ephemeral?: boolean },
): EventDefinition<D, K> {
  return { name, is_ephemeral: false, ...kind }
}
export const eventNamespace = 'App\\Events\\'

/** A query flag: absent or `false`, `0` and the empty string are false. */
export const queryFlag = z.pipe(
  z._default(z.string(), ''),
  z.transform((text) => !['', '0', 'false'].includes(text)),
)
/** A whole number in a query. */
export const queryInt = (minimum: number, maximum: number, fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.gte(minimum), z.lte(maximum)), fallback)
