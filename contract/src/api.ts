import type * as z from 'zod/mini'

/**
 * Error codes with their HTTP status. The client navigates on 401, 419 (both to sign-in) and 409 (to email
 * verification), so no other error may use these: an ordinary conflict is a 422. Only API clients get
 * `api_key_invalid`.
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
  method_not_allowed: 405,
  too_large: 413,
  host_not_allowed: 421,
  unsupported_type: 415,
  rate_limited: 429,
  server_error: 500,
  unavailable: 503,
  storage_full: 507,
} as const satisfies Record<string, number>
export type ProblemCode = keyof typeof problems

/** Error codes by field path, such as `email_taken` or `too_long:80`. The HTTP layer translates them. */
export type FieldErrors = Record<string, string[]>

/** An expected error. `errors` contains codes on the server and translated messages in responses. */
export class Problem extends Error {
  override name = 'Problem'
  code: ProblemCode
  errors: FieldErrors | undefined
  /** Seconds until a retry makes sense; only with `rate_limited`, `unavailable` and `storage_full`. */
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
/** The output type of a schema. */
export type Parsed<S extends Schema> = z.output<S>
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The schemas of a call. Routes refer to them only as types, so browsers never load `*.schema.ts`. */
export interface Schemas<I extends ObjectSchema = ObjectSchema, O extends Schema = Schema> {
  /** Query parameters of a GET, body fields otherwise; path parameters are in `path`. */
  input: I
  output: O
  /** Errors to expect in addition to those of the guard. */
  problems: readonly ProblemCode[]
}
/** A route of the API. Every success body is `{ data: output }`. */
export interface Route<P extends string = string, S extends Schemas = Schemas> {
  method: Method
  path: P
  /** Exists only as a type. */
  readonly '~schemas'?: S
}
// An object type without fields has an index signature, which would forbid the path parameters.
type Fields<T> = string extends keyof T ? unknown : T
/** What a caller passes: path parameters and fields in one object. */
export type CallInput<P extends string, S extends Schemas> = Params<P> & Fields<z.input<S['input']>>
/** What a caller passes to a route: `InputOf<typeof sendMessage>`. */
export type InputOf<R> = R extends Route<infer P, infer S> ? CallInput<P, S> : never
/** What a service receives for a route: the same fields, parsed. `Input<typeof sendMessage>`. */
export type Input<R> = R extends Route<infer P, infer S> ? Params<P> & Fields<z.output<S['input']>> : never
export type Output<R> = R extends Route<string, infer S> ? z.output<S['output']> : never

/**
 * Declares a route. `S` is the type of the schemas of the same name: `defineRoute<typeof schema.createTag>()`.
 * Bundlers know that `defineRoute` and `defineEvent` have no side effects and remove unused routes.
 */
export const defineRoute =
  <S extends Schemas>() =>
  <const P extends string>(method: Method, path: P): Route<P, S> => ({ method, path })

/** An event, sent to everyone who may subscribe to one of its channels. */
export interface EventDefinition<D extends Schema = Schema, K = unknown> {
  /** `MessageSent`; on the wire `App\Events\MessageSent`. */
  name: string
  channel: (key: K) => string
  /** Ephemeral (typing, progress): never stored, dropped for slow clients. */
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
