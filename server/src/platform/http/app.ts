import { Socket } from 'node:net'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import {
  acceptedLocale,
  fieldText,
  isLocale,
  type Locale,
  Problem,
  problems,
  problemText,
} from '@ozvi/contract'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../context/config.ts'
import { isDiskFullError, isConnectionError } from '../database/index.ts'
import { checkHosts } from './host-check.ts'
import { trustOf } from './peer-address.ts'
import { watchForProxies } from './proxy-watch.ts'
import { parseJsonBodies } from './json-body.ts'
import { closeIdleConnections } from './graceful-shutdown.ts'
import { validationError } from './validation-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The guard's name; a route without one prevents the start. */
    policy?: string
    /** Accepts a file, which may take minutes to arrive. */
    isUpload?: true
  }
}

/** For JSON bodies; uploads have their own limits. */
const bodyBytesMax = 256 * 1024
/** The rest of a rejected body up to this size is discarded, so that its sender gets the response and keeps the connection. */
const discardedBytesMax = 10 * 1024 * 1024
/** No id, key or name in a path is longer. */
const paramCharactersMax = 300
/** Shorter replies aren't compressed: they fit into one packet anyway. */
const compressedFrom_bytes = 1024
/** Browser features no page needs, so injected scripts can't use them either. */
const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')
const uploadWithin_ms = 300_000
/** Set by the pages. */
const localeCookie = 'locale'

/**
 * The language of a reply: requested explicitly (as our pages do), else from the cookie, else the preferred
 * supported one of `Accept-Language`, else English.
 */
export function localeOf(request: FastifyRequest): Locale {
  const acceptLanguage = (request.headers['accept-language'] ?? '').toLowerCase()
  const remembered = request.cookies?.[localeCookie] ?? ''
  if (isLocale(acceptLanguage)) return acceptLanguage
  if (isLocale(remembered)) return remembered
  return acceptedLocale(acceptLanguage) ?? 'en'
}

function isDecodable(path: string): boolean {
  try {
    // The bundler removes a call whose result isn't used, although this one can throw.
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}
/** Escapes a path that can't be decoded (`/100%`), so that it leads to a 404 instead of an error of the router. */
function decodableUrl(url: string): string {
  const [path = '', ...query] = url.split('?')
  return isDecodable(path) ? url : [path.replaceAll('%', '%25'), ...query].join('?')
}

/** Maps Fastify's own errors to problems of the contract. */
function fastifyProblemOf(error: FastifyError): Problem | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return new Problem('too_large')
    case 'FST_FILES_LIMIT':
      return validationError('file', 'file_single')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new Problem('unsupported_type')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Problem('not_found')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return validationError('body', 'json_invalid')
    default:
      return error.statusCode === 400 ? validationError('body', 'json_invalid') : undefined
  }
}

/** Maps errors of this server to problems of the contract. */
function serverProblemOf(error: FastifyError): Problem {
  if (isDiskFullError(error)) return new Problem('storage_full', undefined, { retry_after_s: 30 })
  if (isConnectionError(error)) return new Problem('unavailable', undefined, { retry_after_s: 2 })
  return new Problem('server_error')
}

/** The texts of a problem, in the language of the request. */
function textsOf({ code, errors, retry_after_s }: Problem, request: FastifyRequest) {
  const locale = localeOf(request)
  const texts = Object.entries(errors ?? {}).map(([field, codes]): [string, string[]] => [
    field,
    codes.map((each) => fieldText(locale, each)),
  ])
  const [only, ...others] = texts.flatMap(([, ofField]) => ofField)
  const general = () =>
    problemText(locale, code, {
      ...(retry_after_s ? { wait_s: retry_after_s } : {}),
      detail: request.originalUrl.split('?')[0] ?? '',
    })
  return {
    message: only && others.length === 0 ? only : general(),
    ...(errors ? { errors: Object.fromEntries(texts) } : {}),
  }
}

/** An unread body keeps its connection busy. */
const isBodyUnread = ({ code }: FastifyError, problem: Problem) =>
  problem.code === 'too_large' ||
  (problem.code === 'rate_limited' && problem.errors?.['file'] !== undefined) ||
  code === 'FST_FILES_LIMIT'

/** Whether Node discards the unread body after the response. */
const isDiscarded = ({ code }: FastifyError, { headers }: FastifyRequest) =>
  code === 'FST_ERR_CTP_BODY_TOO_LARGE' && Number(headers['content-length']) <= discardedBytesMax

/** Replies with a problem in the language of the request, and logs errors of this server. */
function replyWithProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const rejection = error instanceof Problem ? error : fastifyProblemOf(error)
  // Rejected requests are counted, not logged individually.
  if (!rejection)
    request.log.error(
      { err: error, request_id: request.id, url: request.url.split('?')[0] },
      'request failed',
    )
  const problem = rejection ?? serverProblemOf(error)
  const { code, retry_after_s } = problem
  if (retry_after_s !== undefined) reply.header('retry-after', String(retry_after_s))
  // Fastify sets `connection: close` for every error of a body parser.
  if (isDiscarded(error, request)) reply.removeHeader('connection')
  else if (isBodyUnread(error, problem)) reply.header('connection', 'close')
  reply.header('cache-control', 'no-store')
  return reply.code(problems[code]).send({
    code,
    ...textsOf(problem, request),
    ...(retry_after_s ? { retry_after_s } : {}),
    ...(code === 'server_error' ? { request_id: request.id } : {}),
  })
}

function setSecurityHeaders(reply: FastifyReply, { app_url }: Config): void {
  reply.header('x-content-type-options', 'nosniff')
  reply.header('referrer-policy', 'strict-origin-when-cross-origin')
  reply.header('permissions-policy', permissionsPolicy)
  if (app_url.startsWith('https:'))
    reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** Ends requests whose body doesn't arrive in time, as Node does for headers. Uploads get more time. */
function endSlowBodies(app: FastifyInstance, timeout_ms: number): void {
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers
    if (!hasBody || routeOptions.config?.isUpload) return done()
    const timer = setTimeout(() => {
      // Requests injected by tests have no socket.
      if (raw.complete || raw.destroyed || !(raw.socket instanceof Socket)) return
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      app.server.emit('clientError', error, raw.socket)
    }, timeout_ms).unref()
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    done()
  })
}

/** Ends connections whose request is answered but doesn't end, such as a rejected upload. */
function endUnreadBodies(app: FastifyInstance, timeout_ms: number): void {
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete && !raw.destroyed) {
      const timer = setTimeout(() => raw.destroy(), timeout_ms).unref()
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** The HTTP server with everything that applies to every route: limits, error handling, deny by default. */
export async function createApp(
  config: Config,
  log: Logger,
  { body_timeout_ms = 30_000 } = {},
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log // the narrower type keeps Fastify's generics at their defaults
  const app = Fastify({
    loggerInstance,
    // every request is counted and timed in the metrics; the log is for errors
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    // Log entries contain the request id; a child logger per request would cost more than a short request.
    childLoggerFactory: (logger) => logger,
    bodyLimit: bodyBytesMax,
    // Slow machines need more than the default of 10 s to prepare a start, such as the workspace of the site's chat.
    pluginTimeout: 60_000,
    trustProxy: config.trust_proxy === undefined ? false : trustOf(config.trust_proxy),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: paramCharactersMax, ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
    // errors of the router, before a route is found; no hook runs for them
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(reply, config)
      void replyWithProblem(error, request, reply)
    },
    // Slow headers and bodies are ended; Node checks once a second. Only uploads get five minutes, enough for
    // 20 MB at half a megabit per second; see `endSlowBodies`. Fastify passes this one on, and no other.
    requestTimeout: uploadWithin_ms,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      // some clients offer h2c on plain requests; only WebSockets are upgraded
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    forceCloseConnections: 'idle',
  })
  const beginClose = closeIdleConnections(app.server)
  app.addHook('preClose', async () => beginClose())
  checkHosts(app, config)
  watchForProxies(app)
  app.removeContentTypeParser('text/plain')
  parseJsonBodies(app)
  endSlowBodies(app, body_timeout_ms)
  endUnreadBodies(app, body_timeout_ms)
  await app.register(cookie)
  // Mostly for lists; pages and files handle compression themselves. Other sites can't send requests with the
  // reader's cookies, so reply lengths reveal nothing to them.
  await app.register(compress, {
    customTypes: /^application\/json/,
    threshold: compressedFrom_bytes,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })

  app.addHook('onRoute', (route) => {
    if (!route.config?.policy) throw new Error(`${String(route.method)} ${route.url} has no policy`)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    setSecurityHeaders(reply, config)
    done(null, payload)
  })

  app.setErrorHandler(replyWithProblem)
  return app
}
