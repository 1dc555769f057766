import type * as z from 'zod/mini'

/**
 * Every way a request may be refused: code → HTTP status.
 *
 * 401, 419 and 409 are navigation for the client (sign-in, sign-in, e-mail verification), so no other
 * refusal may use them: an ordinary conflict is 422. Only programs get `api_key_invalid`.
 */
export const problems = {
  invalid_input: 422,
  no_team: 422,
  unauthenticated: 401,
  plan_limit: 402,
  api_key_invalid: 401,
  csrf_invalid: 419,
  email_unverified: 409,
  forbidden: 403,
  scope_missing: 403,
  blocked: 403,
  domain_not_allowed: 403,
  two_factor_required: 403,
  single_sign_on_required: 403,
  password_required: 403,
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

/**
 * What the server validates a call against. Routes carry only its type: browsers validate nothing, so they never load
 * `*.schema.ts`.
 */
export interface Schemas<I extends ObjectSchema = ObjectSchema, O extends Schema = Schema> {
  /** Query parameters of a GET, body fields otherwise; path parameters are in `path`. */
  input: I
  output: O
  /** Errors to expect in addition to those of the guard. */
  problems: readonly ProblemCode[]
}
/** A call that client and server agree on. Every success body is `{ data: output }`. */
export interface Route<P extends string = string, S extends Schemas = Schemas> {
  method: Method
  path: P
  /** Exists only as a type. */
  readonly '~schemas'?: S
}
// an object without fields has an index signature that would forbid the path's
type Fields<T> = string extends keyof T ? unknown : T
/** What a caller passes: path parameters and fields, side by side. */
export type CallInput<P extends string, S extends Schemas> = Params<P> & Fields<z.input<S['input']>>
/** What a caller passes to a route: `InputOf<typeof sendMessage>`. */
export type InputOf<R> = R extends Route<infer P, infer S> ? CallInput<P, S> : never
/** What a service receives for a route: the same fields, parsed. `Input<typeof sendMessage>`. */
export type Input<R> = R extends Route<infer P, infer S> ? Params<P> & Fields<z.output<S['input']>> : never
export type Output<R> = R extends Route<string, infer S> ? z.output<S['output']> : never

/**
 * Declares a route. `S` is the type of the schemas of the same name: `defineRoute<typeof schema.createTag>()`. Builds
 * know by their names that `defineRoute` and `defineEvent` have no side effects, and drop what a page doesn't use.
 */
export const defineRoute =
  <S extends Schemas>() =>
  <const P extends string>(method: Method, path: P): Route<P, S> => ({ method, path })

/** An event, sent to everyone who may subscribe to one of its channels. */
export interface EventDefinition<D extends Schema = Schema, K = unknown> {
  /** `MessageSent`; on the wire `App\Events\MessageSent`. */
  name: string
  channel: (key: K) => string
  /** Worth hearing only now (typing, progress): never stored, dropped for slow readers. */
  is_ephemeral: boolean
  /** Exists only as a type. */
  readonly '~data'?: D
}
/** Declares an event. `D` is the type of the schema of the same name. */
export const defineEvent =
  <D extends Schema>() =>
  <K>(name: string, channel: (key: K) => string, { is_ephemeral = false } = {}): EventDefinition<D, K> => ({
    name,
    channel,
    is_ephemeral,
  })
export const eventNamespace = 'App\\Events\\'
