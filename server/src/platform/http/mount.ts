import { type Input, isId, Problem, type Route, type Schemas } from '@ozvi/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Config } from '../context/config.ts'
import type { Context } from '../context/context.ts'
import type { Limit } from './rate-limits.ts'
import type { LoadShedder, SlotUse } from './load-shedding.ts'
import { ipPrefix } from './rate-limits.ts'
import { repeatingConflicts } from './repeat-conflicts.ts'
import type { Csrf } from './csrf.ts'
import { admitUpload, type UploadMeter } from './upload-quota.ts'
import { fieldErrors, isStorable, storageErrors } from './fields.ts'
import type { Exchange, Guard, HttpContext } from './guard.ts'
import {
  readUpload,
  rejectedLength,
  type StoredUpload,
  storeUpload,
  type Upload,
  type UploadLimits,
} from './upload.ts'

export interface MountOptions {
  /**
   * Limits checked before anything else, besides the limit of all calls per network. The key defaults to the
   * network.
   */
  limits?: { limit: Limit; key?: (request: FastifyRequest, config: Config) => string }[]
  /** Rejects a request by its address, after the caller is known and before the input is validated. */
  checkAddress?: (request: FastifyRequest) => void
  /** Instead of the limit of all bodies. */
  body_bytes_max?: number
  /** The reply can be a 202: the work continues in a job. */
  mayContinue?: true
  /** `entrance` for signing in, which must work under any load; `brief` for handlers that wait for others. */
  slot?: Extract<SlotUse, 'kept' | 'brief' | 'entrance'>
}
export type UploadOptions = UploadLimits & Pick<MountOptions, 'limits'>
/** The route's output before it is parsed. */
type Answer<S extends Schemas> = Promise<z.input<S['output']>>
type Handle<P extends string, S extends Schemas, A> = (
  ctx: Context,
  actor: A,
  input: Input<Route<P, S>>,
  exchange: HttpContext,
) => Answer<S>
type HandleUpload<P extends string, S extends Schemas, A> = (
  ctx: Context,
  actor: A,
  input: Input<Route<P, S>>,
  upload: Upload,
) => Answer<S>

/** One line per route: route, schemas, guard, service. */
export interface On {
  <P extends string, S extends Schemas, A, X>(
    route: Route<P, S>,
    schemas: S,
    guard: Guard<A, X>,
    handle: Handle<NoInfer<P>, NoInfer<S>, A>,
    options?: MountOptions,
  ): void
  /** A multipart route: the file is passed with the input, already within its limits. */
  upload<P extends string, S extends Schemas, A, X>(
    route: Route<P, S>,
    schemas: S,
    guard: Guard<A, X>,
    handle: HandleUpload<NoInfer<P>, NoInfer<S>, A>,
    options: UploadOptions,
  ): void
  /**
   * Like `upload`, for files too large for memory: the file is already in the store when the handler is
   * called.
   */
  stored<P extends string, S extends Schemas, A, X>(
    route: Route<P, S>,
    schemas: S,
    guard: Guard<A, X>,
    handle: (ctx: Context, actor: A, upload: StoredUpload) => Answer<NoInfer<S>>,
    options: UploadOptions & { folder: string },
  ): void
}
export interface MountedRoute {
  route: Route
  schemas: Schemas
  guard: string
  credential: 'cookie' | 'none'
  /** The body is a form with a file. */
  is_upload: boolean
  may_continue: boolean
}

const apiLimit: Limit = { name: 'api', points: 600, per_s: 60 }

function inputOf({ input }: Schemas, request: FastifyRequest, fields: unknown): never {
  // Fastify's type has no params: their names come from the route's path.
  const params = request.params as Record<string, string>
  for (const [name, value] of Object.entries(params)) {
    // A malformed id can't exist. An integration can also be named by its public key, which its guard resolves.
    if (name.endsWith('_id') && name !== 'integration_id' && !isId(value)) throw new Problem('not_found')
  }
  const unstorable = storageErrors(fields)
  if (unstorable) throw new Problem('invalid_input', unstorable)
  const parsed = input.safeParse(fields ?? {})
  if (!parsed.success) throw new Problem('invalid_input', fieldErrors(parsed.error.issues))
  // The generic signature of `on` ties this object to the handler's input; here the types are erased.
  return { ...(parsed.data as object), ...params } as never
}

/**
 * Mounts contract routes: check the guard, parse the input, run the handler, parse the output (undeclared
 * fields never leave the server).
 */
export function createMount(app: FastifyInstance, ctx: Context, csrf: Csrf, loadShedder: LoadShedder) {
  const mounted: MountedRoute[] = []

  async function takeLimits(request: FastifyRequest, limits: MountOptions['limits'] = []) {
    const { ip } = request
    await ctx.rates.take(apiLimit, ipPrefix(ip), ip)
    for (const { limit, key } of limits)
      if (key) await ctx.rates.take(limit, key(request, ctx.config), ip)
      else await ctx.rates.takeByNetwork(limit, ip)
  }

  async function admit<A, X>(
    guard: Guard<A, X>,
    { request, reply }: Exchange,
    options: MountOptions,
  ): Promise<A> {
    await takeLimits(request, options.limits)
    const identity = await guard.identify(ctx, request, reply)
    const isByCookie = guard.credential === 'cookie' && !guard.isBearer?.(request)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isByCookie && !isRead) csrf.check(request, guard.csrfSession?.(ctx, request) ?? '')
    // a value no column can hold can't identify anything
    if (!isStorable(request.params)) throw new Problem('not_found')
    const actor = await guard.authorize(ctx, request, identity)
    loadShedder.assignTenant(request, actor)
    return actor
  }

  function declare(
    route: Route,
    schemas: Schemas,
    { name, credential }: Guard<never>,
    { is_upload, may_continue = false }: { is_upload: boolean; may_continue?: boolean | undefined },
  ) {
    mounted.push({ route, schemas, guard: name, credential, is_upload, may_continue })
  }

  const requestContext = repeatingConflicts(ctx)
  const runAs = <T>(
    guard: Guard<never>,
    actor: never,
    exchange: Exchange,
    call: (ctx: Context) => Promise<T>,
  ): Promise<T> => guard.run?.(requestContext, actor, exchange, call) ?? call(requestContext)

  function mountCall(
    route: Route,
    schemas: Schemas,
    guard: Guard<never>,
    handle: Handle<string, Schemas, never>,
    options: MountOptions = {},
  ): void {
    declare(route, schemas, guard, { is_upload: false, may_continue: options.mayContinue })
    app.route({
      method: route.method,
      url: route.path,
      ...(options.body_bytes_max === undefined ? {} : { bodyLimit: options.body_bytes_max }),
      config: { policy: guard.name, slot: options.slot ?? 'kept' },
      handler: async (request, reply) => {
        const actor = await admit(guard, { request, reply }, options)
        // The parser of forms is for uploads; here it would leave an empty body.
        if (request.isMultipart()) throw new Problem('unsupported_type')
        options.checkAddress?.(request)
        const input = inputOf(schemas, request, route.method === 'GET' ? request.query : request.body)
        const issueCsrf = (session: string) => csrf.issue(reply, session)
        const result = await runAs(guard, actor, { request, reply }, async (ctx) =>
          schemas.output.parse(await handle(ctx, actor, input, { request, reply, issueCsrf })),
        )
        reply.header('cache-control', 'no-store')
        return reply.send({ data: result })
      },
    })
  }

  const uploads = uploadMount({ app, ctx, declare, admit, runAs })
  // The signatures of `On` tie each handler to its route; in here the types are erased.
  const on = Object.assign(mountCall, uploads) as unknown as On
  return { on, mounted, admit }
}
export type Mount = ReturnType<typeof createMount>

interface UploadTools {
  app: FastifyInstance
  ctx: Context
  declare: (route: Route, schemas: Schemas, guard: Guard<never>, kind: { is_upload: boolean }) => void
  admit: (guard: Guard<never>, exchange: Exchange, options: MountOptions) => Promise<never>
  runAs: <T>(
    guard: Guard<never>,
    actor: never,
    exchange: Exchange,
    call: (ctx: Context) => Promise<T>,
  ) => Promise<T>
}

interface UploadRoute {
  route: Route
  schemas: Schemas
  guard: Guard<never>
  options: UploadOptions
  slot?: SlotUse
}

/** Mounts multipart routes. */
function uploadMount({ app, ctx, declare, admit, runAs }: UploadTools) {
  /** @param receive reads or stores the file, and returns the call of the handler */
  function mountUpload(
    { route, schemas, guard, options, slot }: UploadRoute,
    receive: (
      request: FastifyRequest,
      meter: UploadMeter,
    ) => Promise<(ctx: Context, actor: never) => Promise<unknown>>,
  ): void {
    declare(route, schemas, guard, { is_upload: true })
    app.route({
      method: route.method,
      url: route.path,
      config: { policy: guard.name, isUpload: true, ...(slot && { slot }) },
      onRequest: (request, _reply, done) => done(rejectedLength(request, options)),
      handler: async (request, reply) => {
        const actor = await admit(guard, { request, reply }, options)
        const call = await receive(request, await admitUpload(ctx, request, actor, options))
        const result = await runAs(guard, actor, { request, reply }, (ctx) => call(ctx, actor))
        reply.header('cache-control', 'no-store')
        return reply.send({ data: schemas.output.parse(result) })
      },
    })
  }

  function upload(
    route: Route,
    schemas: Schemas,
    guard: Guard<never>,
    handle: HandleUpload<string, Schemas, never>,
    options: UploadOptions,
  ): void {
    mountUpload({ route, schemas, guard, options, slot: 'brief' }, async (request, meter) => {
      const received = await readUpload(request, options, meter)
      const input = inputOf(schemas, request, received.fields)
      return (ctx, actor) => handle(ctx, actor, input, received)
    })
  }

  function stored(
    route: Route,
    schemas: Schemas,
    guard: Guard<never>,
    handle: (ctx: Context, actor: never, upload: StoredUpload) => Promise<unknown>,
    options: UploadOptions & { folder: string },
  ): void {
    mountUpload({ route, schemas, guard, options }, async (request, meter) => {
      const received = await storeUpload(request, ctx.files, options, meter)
      return (ctx, actor) => handle(ctx, actor, received)
    })
  }
  return { upload, stored }
}
