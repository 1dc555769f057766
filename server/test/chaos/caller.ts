import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createIntegration,
  type Integration,
  openVisitorSession,
  Problem,
  type RealtimeAddress,
  signUp,
  type User,
  verifyEmail,
} from '@ozvi/contract'
import { type CallOptions, createWire, type Reply, type Wire } from '@ozvi/wire'
import type { PusherAuth } from '@ozvi/wire/pusher'
import { originOf, type ServerPlace } from './server-process.ts'

/** A person's browser over a real network: keeps cookies, fetches CSRF tokens, and uses the contract. */
export class Caller {
  readonly origin: string
  readonly call: Wire['call']
  readonly headers: Record<string, string> = {}
  readonly #cookies = new Map<string, string>()

  constructor(origin: string) {
    this.origin = origin
    this.call = createWire({
      listen: () => () => {},
      send: (method, url, body, options) => this.request(method, url, body, options),
    }).call
  }

  async request(method: string, url: string, body?: unknown, options: CallOptions = {}): Promise<Reply> {
    const isGuarded = method !== 'GET' && this.headers['authorization'] === undefined
    if (isGuarded && !this.#cookies.has('XSRF-TOKEN')) await this.request('GET', '/api/csrf-token')
    const csrf = this.#cookies.get('XSRF-TOKEN')
    const isForm = body instanceof FormData
    const reply = await fetch(this.origin + url, {
      method,
      headers: {
        accept: 'application/json',
        ...(this.#cookies.size > 0
          ? { cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; ') }
          : {}),
        ...(isGuarded && csrf ? { 'x-xsrf-token': decodeURIComponent(csrf) } : {}),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...this.headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.startsWith('application/json')
    return { status: reply.status, body: isJson ? JSON.parse(text) : null }
  }

  /** Authorizes a socket for a channel. */
  async authorize(path: string, socket_id: string, channel_name: string): Promise<PusherAuth | null> {
    const { status, body } = await this.request('POST', path, { socket_id, channel_name })
    if (status === 200) return body as PusherAuth // the reply of the signing routes, which has no `data` around it
    if (status === 401 || status === 403) return null
    throw new Error(`not signed: ${status}`)
  }
}

/** Whether a request can be retried: there was no response, or it was a temporary error. */
export const isPassing = (problem: unknown): boolean =>
  !(problem instanceof Problem) || problem.code === 'unavailable' || problem.code === 'rate_limited'

/** Retries until there is a response. @throws the final rejection */
export async function retryUntilOk<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (problem) {
      if (!isPassing(problem)) throw problem
      await sleep(50 + Math.random() * 200)
    }
  }
}

/** The token in the email to an address; without SMTP, emails are files in the data folder. */
async function mailedToken(data_dir: string, to: string): Promise<string> {
  const folder = path.join(data_dir, 'mailbox')
  for (let tries = 0; tries < 1_500; tries++) {
    for (const name of readMails(folder)) {
      const text = readFileSync(path.join(folder, name), 'utf8')
      const token = text.includes(to) ? /token=([\w-]+)/.exec(text)?.[1] : undefined
      if (token) return token
    }
    await sleep(20)
  }
  throw new Error(`no mail came to ${to}`)
}
export function readMails(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^[^.].*\.json$/.test(name))
  } catch {
    return [] // no mail yet
  }
}

export interface Owner {
  caller: Caller
  user: User
  integration: Integration
}
/** Signs a user up, opens the emailed link and creates a workspace. */
export async function newOwner(place: ServerPlace, name: string): Promise<Owner> {
  const caller = new Caller(originOf(place))
  const email = `${name}-${crypto.randomUUID()}@example.com`
  const user = await caller.call(signUp, { name, email, password: 'correct horse battery' })
  await caller.call(verifyEmail, { token: await mailedToken(place.data_dir, email) })
  const integration = await caller.call(createIntegration, { name, url: 'https://shop.example' })
  return { caller, user, integration }
}

export interface Visitor {
  caller: Caller
  contact_id: string
  integration_id: string
  conversation_id: string
  realtime: RealtimeAddress
}
/** Opens the widget on a page of the workspace, without sending a message. */
export async function newVisitor(
  place: ServerPlace,
  { integration }: Pick<Owner, 'integration'>,
): Promise<Visitor> {
  const caller = new Caller(originOf(place))
  const session = await caller.call(openVisitorSession, {
    public_key: integration.public_key,
    host_origin: 'https://shop.example',
    locale: 'en',
  })
  caller.headers['authorization'] = `Bearer ${session.token}`
  return {
    caller,
    contact_id: session.contact.id,
    integration_id: integration.id,
    conversation_id: crypto.randomUUID(),
    realtime: session.realtime,
  }
}
