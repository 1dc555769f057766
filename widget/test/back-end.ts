import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import {
  type Attachment,
  brandColours,
  type Citation,
  type VisitorConversation,
  type VisitorMessage,
  type WidgetConfig,
} from '@ozvi/contract'
import { inject } from 'vitest'
import type { Boot } from '../src/panel/boot.ts'
import { attachSocket } from './socket.ts'

/*
 * A product in memory, just real enough for a browser: it serves the built widget, keeps conversations by
 * the contract's rules (gapless `seq`, idempotent ids) and can be made to fail. The customer's page is
 * another origin, with a policy that allows nothing inline.
 */

const built = (file: string) => readFileSync(path.join(inject('widget_dist'), file))
const public_key = 'pk_test'
interface Thread {
  contact_id: string
  row: VisitorConversation
  messages: VisitorMessage[]
}
export interface Look {
  colour: string
  name: string
  suggestions: string[]
  side: 'left' | 'right'
  hide_on: string[]
  greeting: string
  intro: string
  has_team: boolean
  /** As the server writes them into the frame. */
  hours: { spans: [number, number][]; promise_min: number | null } | null
}
const citations: Citation[] = [
  {
    number: 1,
    title: 'Returns and refunds',
    heading: 'Shop › Returns › How long you have',
    quote: 'You may return any item within 30 days of delivery. We pay the postage back to our warehouse.',
    url: 'https://shop.example/returns#:~:text=You%20may%20return',
    snapshot_url: '/snapshot/returns',
    fetched_at: '2026-11-18T08:00:00.000Z',
    source_id: randomUUID(),
    item_id: randomUUID(),
  },
  {
    number: 2,
    title: 'Payment methods',
    heading: '',
    quote: 'Refunds arrive on the card you paid with, usually in 3 to 5 working days.',
    url: null,
    snapshot_url: '/snapshot/payment',
    fetched_at: '2026-11-18T08:00:00.000Z',
    source_id: randomUUID(),
    item_id: randomUUID(),
  },
]
const answer =
  'You have **30 days** from delivery, and we pay the postage [1].\n\n' +
  '1. Open *Your orders*\n2. Choose **Return an item**\n3. Print the label\n\n' +
  'The money is back on your card in 3 to 5 working days [2].'

async function bodyOf(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // a server's request yields buffers
  return Buffer.concat(chunks)
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const face =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="#2a7"/></svg>'

export async function startBackEnd(look: Partial<Look> = {}) {
  const { colour = '#2867e4', name = 'Acme Bikes', suggestions = [] } = look
  const { side = 'right', hide_on = [], greeting = '', intro = '', has_team = true, hours = null } = look
  const visitors = new Map<string, { id: string; name: string | null; email: string | null }>()
  const threads = new Map<string, Thread>()
  /** Every accepted POST of a message, repeats included. */
  const posts: string[] = []
  /** Uploaded files, and how often each was sent. */
  const files = new Map<string, { attachment: Attachment; bytes: Buffer; times: number }>()
  const requests: string[] = []
  /** `status` answers every call with it; `isDown` breaks every connection; `answers`: is there an assistant. */
  const faults = { status: 0, isDown: false, isForbidden: false, answers: true, delay_ms: 0, breath_ms: 60 }

  const tell = (thread: Thread, event: string, data: unknown) =>
    socket.publish(`private-visitor.${thread.contact_id}`, event, data)
  function change(thread: Thread, part: Partial<VisitorConversation>) {
    thread.row = { ...thread.row, ...part, version: thread.row.version + 1 }
    tell(thread, 'ConversationChanged', thread.row)
  }
  function say(thread: Thread, part: Partial<VisitorMessage>): VisitorMessage {
    const prev = thread.messages.at(-1)?.seq ?? 0
    const message: VisitorMessage = {
      id: randomUUID(),
      conversation_id: thread.row.id,
      seq: prev + 1,
      prev,
      author: 'assistant',
      author_name: null,
      author_avatar: null,
      kind: 'text',
      body: '',
      attachments: [],
      citations: [],
      details: {},
      change: null,
      sent_at: new Date().toISOString(),
      ...part,
    }
    thread.messages.push(message)
    tell(thread, 'MessageSent', message)
    const { seq: last_seq, sent_at: last_message_at, body } = message
    change(thread, { last_seq, last_message_at, last_message_preview: body.slice(0, 120) })
    return message
  }
  function handOver(thread: Thread) {
    change(thread, { handler: 'team' })
    say(thread, { author: 'system', kind: 'hand_over', details: { reason: 'asked_for_human' } })
  }
  /** The assistant's turn: looks, writes word by word, and posts the whole. */
  async function respond(thread: Thread, question: string) {
    if (/person|človek/i.test(question)) return handOver(thread)
    const message_id = randomUUID()
    const progress = (stage: string, body: string) =>
      tell(thread, 'AnswerProgressed', { conversation_id: thread.row.id, message_id, stage, body })
    progress('searching', '')
    await pause(faults.breath_ms * 4)
    const words = answer.split(/(?<= )/)
    for (let at = 4; at < words.length; at += 4) {
      progress('writing', words.slice(0, at).join(''))
      await pause(faults.breath_ms)
    }
    say(thread, { id: message_id, kind: 'answer', body: answer, citations, details: { band: 'answer' } })
  }
  function begin(id: string, contact_id: string, subject: string): Thread {
    const thread: Thread = {
      contact_id,
      messages: [],
      row: {
        id,
        subject,
        status: 'open',
        handler: 'assistant',
        assignee_name: null,
        assignee_avatar: null,
        last_seq: 0,
        seen_seq: 0,
        team_seen_seq: 0,
        may_rate: false,
        merged_into_id: null,
        last_message_at: new Date().toISOString(),
        last_message_preview: '',
        version: 1,
      },
    }
    threads.set(id, thread)
    return thread
  }

  type Reply = {
    status?: number
    data?: unknown
    code?: string
    message?: string
    errors?: object
    headers?: object
  }
  async function takeFile(request: IncomingMessage, body: Buffer): Promise<Reply> {
    const type = request.headers['content-type'] ?? ''
    const form = await new Response(Uint8Array.from(body), { headers: { 'content-type': type } }).formData()
    const file = form.get('file')
    if (!(file instanceof File)) return { status: 422, code: 'invalid_input' }
    if (file.name.endsWith('.exe'))
      return {
        status: 422,
        code: 'invalid_input',
        errors: { file: ['Files of this kind cannot be sent.'] },
      }
    const id = String(form.get('id'))
    const isPicture = file.name.endsWith('.png')
    const attachment: Attachment = {
      id,
      name: file.name,
      content_type: isPicture ? 'image/png' : 'text/plain',
      size: file.size,
      width: isPicture ? 120 : null,
      height: isPicture ? 80 : null,
    }
    const bytes = Buffer.from(await file.arrayBuffer())
    files.set(id, { attachment, bytes, times: (files.get(id)?.times ?? 0) + 1 })
    return { data: attachment }
  }
  function visitorCall(method: string, url: URL, bearer: string, text: string): Reply {
    const { pathname: path, searchParams } = url
    const contact = visitors.get(bearer)
    const body = () => JSON.parse(text || '{}')
    const mine = [...threads.values()].filter(({ contact_id }) => contact_id === contact?.id)
    if (path === '/api/visitor/session') {
      if (faults.isForbidden)
        return {
          status: 403,
          code: 'domain_not_allowed',
          message: 'The chat may not be used on this website.',
        }
      const token = contact ? null : randomUUID()
      const own = contact ?? { id: randomUUID(), name: null, email: null }
      if (token) visitors.set(token, own)
      const realtime = { key: 'test-key', host: 'localhost', port, scheme: 'http' }
      const conversations = mine.map(({ row }) => row)
      const integration = { id: randomUUID(), name }
      return { data: { token, contact: own, integration, has_team, conversations, suggestions, realtime } }
    }
    if (!contact) return { status: 401, code: 'unauthenticated', message: 'Please sign in.' }
    if (path === '/api/visitor/conversation') return { data: mine.map(({ row }) => row) }
    if (path === '/api/visitor/contact') {
      const { name: typed = contact.name, email = contact.email } = body()
      Object.assign(contact, { name: typed, email })
      return { data: contact }
    }
    const [, id = '', verb] = /^\/api\/visitor\/conversation\/([^/]+)\/([\w-]+)$/.exec(path) ?? []
    if (!id) return { data: null }
    let thread = threads.get(id)
    if (thread && thread.contact_id !== contact.id) thread = undefined
    if (method === 'POST' && verb === 'message') {
      const { id: message_id, body: said, file_ids = [] } = body()
      const attachments = (file_ids as string[]).flatMap((id) => files.get(id)?.attachment ?? [])
      if (String(said).includes('refuse me'))
        return { status: 422, code: 'invalid_input', message: 'Some fields need attention.' }
      thread ??= begin(id, contact.id, String(said).slice(0, 60))
      posts.push(message_id)
      const held = thread.messages.find((message) => message.id === message_id)
      const message = held ?? say(thread, { id: message_id, author: 'contact', body: said, attachments })
      if (!held && faults.answers && thread.row.handler === 'assistant') void respond(thread, said)
      return { data: message }
    }
    if (!thread) return { status: 404, code: 'not_found', message: 'We could not find that.' }
    if (verb === 'message') {
      const after = Number(searchParams.get('after_seq') ?? 0)
      const before = Number(searchParams.get('before_seq') ?? Infinity)
      const limit = Number(searchParams.get('limit') ?? 50)
      const rows = thread.messages.filter(({ seq }) => seq > after && seq < before)
      return { data: searchParams.has('after_seq') ? rows.slice(0, limit) : rows.slice(-limit) }
    }
    if (verb === 'rating') {
      const { id: rating_id, score, comment = '' } = body()
      const rating = say(thread, {
        id: rating_id,
        author: 'contact',
        kind: 'rating',
        body: comment,
        details: { score },
      })
      change(thread, { may_rate: false })
      return { data: rating }
    }
    if (verb === 'hand-over') handOver(thread)
    if (verb === 'seen') change(thread, { seen_seq: body().seq })
    return { data: verb === 'hand-over' ? thread.row : null }
  }

  function frame(url: URL): Reply & { html: string } {
    const locale = url.searchParams.get('locale') === 'sk' ? 'sk' : 'en'
    const preview = url.searchParams.get('preview')
    const marks = { is_preview: preview !== null, is_quiet: preview === 'quiet' }
    const look = { ...brandColours(colour), theme: 'auto', greeting, intro, logo: null } as const
    const boot: Boot = { key: public_key, name, locale, has_team, hours, ...look, ...marks }
    const nonce = randomUUID()
    const holes: Record<string, string> = { nonce, boot: JSON.stringify(boot).replaceAll('<', '\\u003c') }
    const html = built(`frame.${locale}.html`)
      .toString()
      .replace(/\{\{(\w+)\}\}/g, (hole, hole_name: string) => holes[hole_name] ?? hole)
    const policy =
      `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self'; ` +
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
    if (url.pathname === `/widget/${public_key}.json`) {
      const data: WidgetConfig = {
        key: public_key,
        name,
        locale: 'en',
        locales: ['en', 'sk'],
        colour,
        ink: brandColours(colour).on_brand,
        side,
        theme: 'auto',
        hide_on,
        panel_url: '/widget/frame/pk_test',
      }
      return send('application/json', JSON.stringify(data), { 'access-control-allow-origin': '*' })
    }
    if (url.pathname === `/widget/frame/${public_key}`) {
      const { html, headers } = frame(url)
      return send('text/html; charset=utf-8', html, headers)
    }
    if (/^\/widget\/panel\/[\w.-]+$/.test(url.pathname)) {
      const type = url.pathname.endsWith('.css') ? 'text/css' : 'text/javascript'
      return send(type, built(url.pathname.slice('/widget/'.length)))
    }
    if (url.pathname.startsWith('/api/avatar/')) return send('image/svg+xml', face)
    if (!url.pathname.startsWith('/api/visitor/')) return send('text/plain', '', {}, 404)
    await pause(faults.delay_ms)
    if (faults.status) return send('application/json', '{}', {}, faults.status)
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
      ...refusal
    } = isFile ? await takeFile(request, body) : visitorCall(request.method ?? 'GET', url, bearer, text)
    const reply = status === 200 ? { data } : refusal
    return send('application/json', JSON.stringify(reply), {}, status)
  }

  const server = createServer((request, response) => void handle(request, response))
  const socket = attachSocket(server)
  const page_server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    const attributes = [...searchParams].map(([key, value]) => ` data-${key}="${value}"`).join('')
    response.writeHead(pathname === '/favicon.ico' ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        `default-src 'none'; script-src ${origin}; connect-src ${origin}; frame-src ${origin}; ` +
        `style-src 'none'; img-src data:`,
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
    origin,
    page_origin,
    threads,
    visitors,
    posts,
    files,
    requests,
    faults,
    socket,
    say,
    change,
    begin,
    tell,
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
