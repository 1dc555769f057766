import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import {
  type BehaviorSettings,
  brandColors,
  defaultBehavior,
  defaultLauncher,
  launcherLook,
  type ScenarioBubble,
  type WidgetConfig,
} from '@ozvi/contract'
import { inject } from 'vitest'
import type { Boot } from '../src/panel/boot.ts'
import { createChat, pause } from './chat.ts'
import { attachSocket } from './socket.ts'

/*
 * A product in memory, just real enough for a browser: it serves the built widget and a chat, and can be made to
 * fail. The customer's page is another origin, with a policy that allows nothing inline.
 */

const built = (file: string) => readFileSync(path.join(inject('widget_dist'), file))
const panelTypes: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.woff2': 'font/woff2',
}
export const public_key = 'pk_test'
export interface Look {
  color: string
  name: string
  suggestions: string[]
  side: 'left' | 'right'
  hide_on: string[]
  greeting: string
  intro: string
  has_team: boolean
  /** As the server writes them into the frame. */
  hours: { spans: [number, number][]; promise_min: number | null } | null
  team: Boot['team']
  triggers: WidgetConfig['triggers']
  behavior: Partial<BehaviorSettings>
  has_badge: boolean
  /** The beginning of every scenario; null: none starts. */
  bubble: ScenarioBubble | null
}

async function bodyOf(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // a server's request yields buffers
  return Buffer.concat(chunks)
}
const face =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="#2a7"/></svg>'

export async function startBackEnd(look: Partial<Look> = {}) {
  const { color = '#2867e4', name = 'Acme Bikes', suggestions = [] } = look
  const { side = 'right', hide_on = [], greeting = '', intro = '', has_team = true, hours = null } = look
  const { team = [], triggers = [], bubble = null, behavior = {}, has_badge = false } = look
  const requests: string[] = []
  /** Other files of the customer's site, by path. */
  const pages = new Map<string, { type: string; body: string }>()
  const chat = createChat({
    name,
    has_team,
    suggestions,
    port: () => port,
    publish: (channel, event, data) => socket.publish(channel, event, data),
  })
  const { visitors, files, faults } = chat

  function frame(url: URL) {
    const locale = url.searchParams.get('locale') === 'sk' ? 'sk' : 'en'
    const preview = url.searchParams.get('preview')
    const marks = { is_preview: preview !== null, is_quiet: preview === 'quiet', is_simulated: false }
    const look = { ...brandColors(color), theme: 'auto', greeting, intro, logo: null } as const
    const first = {
      starts_with_team: false,
      assistant_name: '',
      behavior: { ...defaultBehavior, ...behavior },
    }
    const boot: Boot = {
      has_badge,
      key: public_key,
      name,
      locale,
      has_team,
      hours,
      team,
      ...first,
      ...look,
      ...marks,
    }
    const nonce = randomUUID()
    const holes: Record<string, string> = { nonce, boot: JSON.stringify(boot).replaceAll('<', '\\u003c') }
    const html = built(`frame.${locale}.html`)
      .toString()
      .replace(/\{\{(\w+)\}\}/g, (hole, hole_name: string) => holes[hole_name] ?? hole)
    const policy =
      `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self'; font-src 'self'; ` +
      `connect-src 'self' ws://localhost:${port}; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; ` +
      `frame-ancestors ${page_origin}; require-trusted-types-for 'script'`
    return { html, headers: { 'content-security-policy': policy } }
  }
  async function handle(request: IncomingMessage, response: ServerResponse) {
    if (faults.isDown) return request.socket.destroy()
    const url = new URL(request.url ?? '/', origin)
    requests.push(`${request.method} ${url.pathname}${url.search}`)
    const send = (type: string, body: string | Buffer, headers: object = {}, status = 200) =>
      response.writeHead(status, { 'content-type': type, ...headers }).end(body)
    const body = await bodyOf(request)
    const text = body.toString()
    if (url.pathname === '/widget.js') return send('text/javascript', built('widget.js'))
    const isCrossOrigin = { 'access-control-allow-origin': '*' }
    if (/^\/widget-\w+\.js$/.test(url.pathname))
      return send('text/javascript', built(url.pathname.slice(1)), isCrossOrigin)
    if (url.pathname.startsWith(`/widget/${public_key}/scenario/`))
      return bubble
        ? send('application/json', JSON.stringify(bubble), isCrossOrigin)
        : response.writeHead(204, isCrossOrigin).end()
    if (url.pathname === `/widget/${public_key}.json`) {
      const data: WidgetConfig = {
        key: public_key,
        name,
        locale: 'en',
        locales: ['en', 'sk'],
        color,
        ink: brandColors(color).on_brand,
        side,
        theme: 'auto',
        launcher: launcherLook(defaultLauncher),
        hide_on,
        triggers,
        panel_url: '/widget/frame/pk_test',
      }
      return send('application/json', JSON.stringify(data), { 'access-control-allow-origin': '*' })
    }
    if (url.pathname === `/widget/frame/${public_key}`) {
      const { html, headers } = frame(url)
      return send('text/html; charset=utf-8', html, headers)
    }
    if (/^\/widget\/panel\/[\w.-]+$/.test(url.pathname)) {
      const type = panelTypes[path.extname(url.pathname)] ?? 'text/plain'
      return send(type, built(url.pathname.slice('/widget/'.length)))
    }
    if (url.pathname.startsWith('/api/avatar/')) return send('image/svg+xml', face)
    if (!url.pathname.startsWith('/api/visitor/')) return send('text/plain', '', {}, 404)
    await pause(faults.delay_ms)
    if (faults.status)
      return send('application/json', faults.status === 429 ? '{"retry_after_s":1}' : '{}', {}, faults.status)
    const bearer = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    if (url.pathname === '/api/visitor/broadcasting/auth') {
      const form = new URLSearchParams(text)
      const channel = form.get('channel_name') ?? ''
      if (channel !== `private-visitor.${visitors.get(bearer)?.id}`)
        return send('application/json', '{}', {}, 403)
      const auth = socket.grant(form.get('socket_id') ?? '', channel)
      return send('application/json', JSON.stringify(auth))
    }
    const [, file_id] = /^\/api\/visitor\/file\/([\w-]+)$/.exec(url.pathname) ?? []
    if (file_id) {
      const { attachment, bytes } = files.get(file_id) ?? {}
      return send(attachment?.content_type ?? 'text/plain', bytes ?? '', {}, bytes ? 200 : 404)
    }
    const isFile = url.pathname === '/api/visitor/file'
    const {
      status = 200,
      data,
      ...error
    } = isFile
      ? await chat.takeFile(request, body)
      : chat.visitorCall(request.method ?? 'GET', url, bearer, text)
    const reply = status === 200 ? { data } : error
    return send('application/json', JSON.stringify(reply), {}, status)
  }

  const server = createServer((request, response) => void handle(request, response))
  const socket = attachSocket(server)
  const page_server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    const attributes = [...searchParams].map(([key, value]) => ` data-${key}="${value}"`).join('')
    const page = pages.get(pathname)
    if (page) return response.writeHead(200, { 'content-type': page.type }).end(page.body)
    // `/without-frame-src` is a page whose policy lacks that directive.
    const policy = [`script-src ${origin}`, `connect-src ${origin}`, `frame-src ${origin}`].filter(
      (directive) => pathname !== `/without-${directive.split(' ')[0]}`,
    )
    response.writeHead(pathname === '/favicon.ico' ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'none'; img-src data:; ${policy.join('; ')}`,
    })
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">` +
        `<main><h1>A customer's page</h1><p>${'Words of the page. '.repeat(80)}</p>` +
        `<a href="/next">Next page</a> <button>Buy</button></main>` +
        `<script async src="${origin}/widget.js" data-key="${public_key}"${attributes}></script>`,
    )
  })
  const listen = (each: typeof server, at = 0) =>
    new Promise<number>((resolve) => {
      // A listening TCP server has an address object.
      each.listen(at, 'localhost', () => resolve((each.address() as AddressInfo).port))
    })
  const port = await listen(server)
  const origin = `http://localhost:${port}`
  const page_origin = `http://localhost:${await listen(page_server)}`

  return {
    ...chat,
    origin,
    page_origin,
    requests,
    pages,
    socket,
    /** Every connection breaks, now and until `isDown` is taken back. */
    fall() {
      faults.isDown = true
      socket.faults.isRefusing = true
      socket.cut()
      server.closeAllConnections()
    },
    rise() {
      faults.isDown = false
      socket.faults.isRefusing = false
    },
    async close() {
      socket.cut()
      server.closeAllConnections()
      page_server.closeAllConnections()
      await Promise.all([server, page_server].map((each) => new Promise((done) => each.close(done))))
    },
  }
}
export type BackEnd = Awaited<ReturnType<typeof startBackEnd>>
