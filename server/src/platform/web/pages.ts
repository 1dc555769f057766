import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Collectors, type Locale, Problem } from '@ozvi/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../context/config.ts'
import type { Context } from '../context/context.ts'
import { hasEntityTag } from '../http/entity-tag.ts'
import { isCallPath } from '../http/wrong-methods.ts'
import { realtimeAddress } from './address.ts'
import { cacheForever, serveFolder } from './assets.ts'
import { compressPage, takes } from './encodings.ts'
import { createPrerendered, type PrerenderedPage } from './prerendered.ts'
import { collectorSources } from './collector-sources.ts'

/** A page of the site as content for the assistant. */
export interface QuotablePage {
  locale: Locale
  /** With its locale: `/en/documentation/widget`. */
  path: string
  title: string
  /** The content below its title. */
  html: string
}

/** Renders one page. Provided by the web build; the server imports nothing else of it. */
export type RenderPage = (
  request: Request,
  page: {
    nonce: string
    public_config: {
      app_url: string
      realtime: ReturnType<typeof realtimeAddress>
      has_mailbox: boolean
      collectors?: Collectors
      widget_key?: string
      repository_url?: string
      icon_api_url?: string
    }
    has_session: boolean
    read: (url: string, headers: Record<string, string>) => Promise<{ status: number; body: unknown }>
    log_error: (error: unknown, message: string) => void
    log_error_page: (status: number, message: string) => void
  },
) => Promise<Response>

export interface Web {
  render: RenderPage
  /** Equal for two processes that serve the same build. */
  build_id: string
  quotablePages(): Promise<QuotablePage[]>
  /** Static files; absent in development, where the bundler serves them. */
  client_dir?: string
  /** Folders with pictures for `/_image/…`. */
  picture_dirs?: readonly string[]
  /** Pages rendered at build time; absent in development, where every page is rendered per request. */
  prerendered_dir?: string
  /** Mounts the bundler in front of the pages, in development only. */
  mount?: (app: FastifyInstance) => Promise<void>
}

/** Loads the built web; undefined if it wasn't built (API tests). */
export async function loadWeb(build_dir: string): Promise<Web | undefined> {
  const entry = path.join(build_dir, 'server', 'index.js')
  if (!existsSync(entry)) return undefined
  // Without it React uses its slow development build.
  const { NODE_ENV } = process.env
  process.env['NODE_ENV'] ??= 'production'
  // Written by our own build; its exports are typed in the web workspace.
  const built = (await import(pathToFileURL(entry).href)) as {
    renderPage: RenderPage
    buildId: string
    quotablePages: Web['quotablePages']
  }
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  return {
    render: built.renderPage,
    build_id: built.buildId,
    quotablePages: built.quotablePages,
    client_dir: path.join(build_dir, 'client'),
    picture_dirs: [path.join(build_dir, 'client')],
    prerendered_dir: path.join(build_dir, 'prerendered'),
  }
}

const compress = {
  br: compressPage,
  // Used over insecure connections.
  gzip: promisify<Buffer, Buffer>(gzip),
}
const encodings = ['br', 'gzip'] as const

/** The shop of the preview page is shown in a frame; nothing else of ours can be framed. */
const framedByUs = /^(\/(en|sk))?\/preview\/shop\b/

/**
 * @param scripts the source for the page's own scripts: a nonce if rendered for this reply, otherwise their
 * hashes
 */
function pagePolicy(ctx: Context, scripts: string, pathname: string): string {
  const { scheme, host, port } = realtimeAddress(ctx)
  const socket = `${scheme === 'https' ? 'wss' : 'ws'}://${host}:${port}`
  const outside = collectorSources(ctx.config.collectors)
  const icons = ctx.config.icon_api_url ? [new URL(ctx.config.icon_api_url).origin] : []
  return [
    "default-src 'self'",
    ['script-src', scripts, ...outside.script].join(' '),
    // components position themselves with style attributes, which no nonce covers
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...outside.img].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", socket, ...icons, ...outside.connect].join(' '),
    ["frame-src 'self'", ...outside.frame].join(' '),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedByUs.test(pathname) ? "'self'" : "'none'"}`,
  ].join('; ')
}

/**
 * Isolates our pages from pages of other sites they open. Browsers warn about the header on insecure origins.
 */
function setOpenerPolicy(reply: FastifyReply, app_url: string): void {
  const { protocol, hostname } = new URL(app_url)
  if (protocol === 'https:' || isLoopbackHost(hostname))
    reply.header('cross-origin-opener-policy', 'same-origin')
}

/** A prefetched page is cached for the browser and the click that follows; proxies must not store it. */
const soon = 'max-age=60, s-maxage=0'
const isPrefetch = ({ headers }: FastifyRequest) =>
  String(headers['sec-purpose'] ?? '').startsWith('prefetch')

/**
 * Returns the URL of a request on this server. The target may begin with two slashes or be a whole URL; neither
 * names another host.
 */
function ownUrl(target: string, app_url: string): URL {
  if (target.startsWith('/')) return new URL(app_url + target)
  const { pathname, search } = URL.parse(target) ?? { pathname: '/', search: '' }
  return new URL(app_url + pathname + search)
}

/** The service worker's name never changes, so browsers must always revalidate it. */
const ofRoot = { 'sw.js': { 'cache-control': 'no-cache', 'service-worker-allowed': '/' } }

function serveFolders(app: FastifyInstance, client_dir: string): void {
  // asset names contain a content hash
  serveFolder(app, { root: path.join(client_dir, 'assets'), prefix: '/assets/', cache: cacheForever })
  serveFolder(app, { root: path.join(client_dir, 'builds'), prefix: '/builds/', cache: 'no-store' })
  serveFolder(app, {
    root: path.join(client_dir, 'images'),
    prefix: '/images/',
    cache: 'public, max-age=86400',
  })
  serveFolder(app, { root: client_dir, prefix: '/', cache: 'public, max-age=300', headers: ofRoot })
}

/** Prerendered pages are the same for everyone: served from memory, with 304 where possible. */
function sendPrerendered(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PrerenderedPage,
  policy: string,
) {
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', isPrefetch(request) ? soon : 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', page.etag)
  for (const cookie of page.set_cookie) {
    const [pair = ''] = cookie.split(';')
    if (!request.headers.cookie?.split(/;\s*/).includes(pair)) reply.header('set-cookie', cookie)
  }
  if (hasEntityTag(request, page.etag)) return reply.code(304).send()
  if (!takes(request, 'br')) return reply.send(page.plain)
  return reply.header('content-encoding', 'br').send(page.brotli)
}

/** Calls this server on behalf of a page's reader; reads only, which set no cookies. */
async function readAs(
  app: FastifyInstance,
  { ip, headers }: FastifyRequest,
  url: string,
  extra: Record<string, string>,
) {
  const { cookie = '', 'user-agent': user_agent = '' } = headers
  const { statusCode, body } = await app.inject({
    method: 'GET',
    url,
    remoteAddress: ip,
    headers: { ...extra, cookie, 'user-agent': user_agent },
  })
  // Our own routes answer with JSON or nothing.
  return { status: statusCode, body: body ? (JSON.parse(body) as unknown) : null }
}

/** Sends a page rendered for this request. */
async function sendRendered(
  request: FastifyRequest,
  reply: FastifyReply,
  rendered: Response,
  policy: string,
) {
  reply.code(rendered.status)
  for (const [name, value] of rendered.headers) if (name !== 'set-cookie') reply.header(name, value)
  for (const cookie of rendered.headers.getSetCookie()) reply.header('set-cookie', cookie)
  reply.header('content-security-policy', policy)
  if (!rendered.headers.has('cache-control')) reply.header('cache-control', 'no-store')
  if (!rendered.body) return reply.send()
  // Pages are rendered completely first, because one block compresses better.
  const html = Buffer.from(await rendered.arrayBuffer())
  reply.header('vary', 'accept-encoding')
  const encoding = encodings.find((name) => takes(request, name))
  if (!encoding) return reply.send(html)
  return reply.header('content-encoding', encoding).send(await compress[encoding](html))
}

interface PageOptions {
  has_session: (request: FastifyRequest) => boolean
  /** Of the chat on these pages. */
  widget_key: string | undefined
}
/** Handles every path that isn't an API call: static files, otherwise a rendered page (or the rendered 404). */
export async function servePages(
  app: FastifyInstance,
  ctx: Context,
  web: Web,
  { has_session, widget_key }: PageOptions,
): Promise<void> {
  const { client_dir } = web
  await web.mount?.(app)
  if (client_dir) serveFolders(app, client_dir)

  const public_config = {
    app_url: ctx.config.app_url,
    realtime: realtimeAddress(ctx),
    has_mailbox: !ctx.config.is_production && !ctx.config.smtp_url,
    ...(ctx.config.collectors ? { collectors: ctx.config.collectors } : {}),
    ...(widget_key ? { widget_key } : {}),
    ...(ctx.config.repository_url ? { repository_url: ctx.config.repository_url } : {}),
    ...(ctx.config.icon_api_url ? { icon_api_url: ctx.config.icon_api_url } : {}),
  }
  const prerendered = createPrerendered(web.prerendered_dir ?? '', {
    app_url: ctx.config.app_url,
    public_config,
  })

  async function page(request: FastifyRequest, reply: FastifyReply) {
    const url = ownUrl(request.originalUrl, ctx.config.app_url)
    setOpenerPolicy(reply, ctx.config.app_url)
    const cached = await prerendered(url.pathname)
    if (cached) {
      const hashes = cached.script_hashes.map((hash) => `'${hash}'`)
      const policy = pagePolicy(ctx, ["'self'", ...hashes].join(' '), url.pathname)
      return sendPrerendered(request, reply, cached, policy)
    }
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string' && name !== 'authorization') headers.set(name, value)
    }
    const nonce = randomBytes(16).toString('base64')
    const abort = new AbortController()
    reply.raw.on('close', () => abort.abort())
    const rendered = await web.render(
      new Request(url, { method: request.method, headers, signal: abort.signal }),
      {
        nonce,
        public_config,
        has_session: has_session(request),
        read: (call, headers) => readAs(app, request, call, headers),
        log_error: (error, message) => request.log.error({ err: error, request_id: request.id }, message),
        log_error_page: (status, message) =>
          request.log.warn({ status, request_id: request.id }, `Error page: ${message}`),
      },
    )
    const policy = pagePolicy(ctx, `'nonce-${nonce}' 'strict-dynamic'`, url.pathname)
    return sendRendered(request, reply, rendered, policy)
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (isCallPath(request.url) || (request.method !== 'GET' && request.method !== 'HEAD'))
      throw new Problem('page_not_found')
    return page(request, reply)
  })
}
