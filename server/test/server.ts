import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  createIntegration,
  eventNamespace,
  getUser,
  openVisitorSession,
  sendVisitorMessage,
  signIn,
  signUp,
} from '@ozvi/contract'
import { type CallOptions, createWire, type Wire } from '@ozvi/wire'
import { type Logger, pino } from 'pino'
import { createServer } from '../src/create-server.ts'
import type { WidgetBuild } from '#features/client'
import { answerMessageJob, type ViewerTimings } from '#features/conversations'
import type { ModelTimings } from '#features/language-model'
import { readConfig } from '#platform/context/config.ts'
import { openContext } from '#platform/context/open-context.ts'
import { loadSecrets } from '#platform/secrets/secrets.ts'
import type { Web } from '#platform/web/pages.ts'
import { testDatabase } from './database.ts'
import { insertSignedIn, seedPassword } from './signed-in.ts'

const method = (name: string) => name as 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A browser without a window: keeps cookies, speaks the contract. */
export class Browser {
  cookies = new Map<string, string>()
  headers: Record<string, string> = {}
  /** Address that its requests come from. */
  address = '127.0.0.1'
  readonly call: Wire['call']
  readonly app: Awaited<ReturnType<typeof createServer>>['app']

  constructor(app: Browser['app']) {
    this.app = app
    this.call = createWire({
      listen: () => () => {},
      send: async (verb, url, body, _options?: CallOptions) => {
        const reply = await this.request(verb, url, body)
        return { status: reply.statusCode, body: reply.body ? reply.json() : null }
      },
    }).call
  }
  /** One request with this browser's cookies and, where the verb wants one, its CSRF token. */
  async request(verb: string, url: string, body?: unknown, headers: Record<string, string> = {}) {
    if (verb !== 'GET' && !this.cookies.has('XSRF-TOKEN') && !('x-xsrf-token' in headers))
      await this.request('GET', '/api/csrf-token')
    const token = this.cookies.get('XSRF-TOKEN')
    const reply = await this.app.inject({
      remoteAddress: this.address,
      method: method(verb),
      url,
      headers: {
        accept: 'application/json',
        ...(this.cookies.size > 0
          ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...(verb !== 'GET' && token ? { 'x-xsrf-token': decodeURIComponent(token) } : {}),
        ...this.headers,
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    for (const { name, value } of reply.cookies) {
      if (value) this.cookies.set(name, encodeURIComponent(value))
      else this.cookies.delete(name)
    }
    return reply
  }
}

export interface ReceivedEvent {
  channel: string
  event: string
  data: unknown
}

/**
 * A whole server: real PostgreSQL (embedded, or at TEST_DATABASE_URL), real routes, jobs and sockets, and the
 * wire that browsers use. One per test file; tests keep apart by making workspaces of their own.
 */
export async function testServer(
  environment: Record<string, string> = {},
  {
    isAnswering = true,
    widget,
    web,
    task_cpu_ms,
    viewers,
    model,
    log = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' }),
  }: {
    /** Whether the assistant answers visitors. */ isAnswering?: boolean
    widget?: WidgetBuild
    web?: Web
    /** CPU time that a job's work on text may use; 30 s by default. */ task_cpu_ms?: number
    /** May be changed while the server runs. */ viewers?: ViewerTimings
    /** Waits for a language model. */ model?: ModelTimings
    log?: Logger
  } = {},
) {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-test-'))
  const config = readConfig({
    DATA_DIR: data_dir,
    APP_URL: 'http://localhost:3000',
    // Tests may run on slow machines.
    LOAD_LOOP_DELAY_MS: '60000',
    LOAD_RUNNING_MAX: '1000',
    ...environment,
  })
  const clock = { shift_ms: 0 }
  const opened = await openContext({
    config,
    secrets: loadSecrets(config),
    log,
    database: await testDatabase(),
    now: () => Date.now() + clock.shift_ms,
    realtime: { timings: { loop_delay_max_ms: Infinity } },
    task_cpu_ms,
  })
  const register: typeof opened.jobs.register = (job, run) =>
    opened.jobs.register(job, !isAnswering && job.name === answerMessageJob.name ? async () => {} : run)
  const built = await createServer(
    // Tests call scheduled tasks themselves: none may come in between while the clock is turned.
    { ...opened, jobs: { ...opened.jobs, register, schedule: () => {} } },
    { web, widget },
    { visitors: { away_after_ms: 200, compare_every_ms: 300 }, viewers, model },
  )
  await opened.jobs.start()
  await built.app.ready()

  const events: ReceivedEvent[] = []
  opened.realtime.listenTo((channel, event, data) => {
    events.push({ channel, event: event.replace(eventNamespace, ''), data })
  })
  let people = 0
  let networks = 0
  /** Each from a network of its own where limits count in full. */
  const browser = () => {
    const created = new Browser(built.app)
    if (config.rate_limits === 'strict')
      created.address = `100.64.${Math.floor(++networks / 250)}.${networks % 250}`
    return created
  }

  /** Polls until a job has produced the result. */
  async function eventually<T>(check: () => Promise<T | undefined> | T | undefined): Promise<T> {
    const until = Date.now() + 45_000
    for (;;) {
      const result = await check()
      if (result !== undefined) return result
      if (Date.now() > until) throw new Error('waited 45 s in vain')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const mailTo = (to: string) =>
    eventually(async () => (await opened.mailbox.list()).find((mail) => mail.to === to))
  /** The secret in the newest mail to an address. */
  const tokenFor = async (to: string) => /token=([\w-]+)/.exec((await mailTo(to)).text)?.[1] ?? ''

  const seed = {
    /** A signed-in person with a verified address by default. */
    async user({ is_verified = true, name = 'Eva Nováková' } = {}) {
      const email = `person-${++people}-${Date.now()}@example.com`
      const password = seedPassword
      const eva = browser()
      if (!is_verified) {
        const user = await eva.call(signUp, { name, email, password })
        return { browser: eva, user, email, password, name }
      }
      const { user, cookie } = await insertSignedIn(opened.ctx, { name, email })
      eva.cookies.set(config.app_url.startsWith('https:') ? '__Host-sid' : 'sid', cookie)
      await eva.request('GET', '/api/csrf-token')
      return { browser: eva, user, email, password, name }
    },
    /** A workspace and its owner. */
    async integration({ url = 'https://shop.example' } = {}) {
      const owner = await seed.user()
      const integration = await owner.browser.call(createIntegration, { name: 'Shop', url })
      return { ...owner, owner, integration, integration_id: integration.id }
    },
    /** Another person with a role in the workspace. */
    async member(integration_id: string, role: 'owner' | 'admin' | 'editor' | 'agent' | 'viewer') {
      const person = await seed.user({ name: `${role} person` })
      await opened.ctx.transaction((tx) =>
        tx.insertInto('member').values({ integration_id, user_id: person.user.id, role }).execute(),
      )
      return person
    },
    /** A visitor on the workspace's page with the widget open. */
    async visitor(public_key: string) {
      const visitor = browser()
      const session = await visitor.call(openVisitorSession, {
        public_key,
        host_origin: 'https://shop.example',
        locale: 'en',
      })
      visitor.headers.authorization = `Bearer ${session.token}`
      return { browser: visitor, session, contact_id: session.contact.id }
    },
    /** A workspace, a visitor, and a first message. */
    async conversation() {
      const created = await seed.integration()
      const visitor = await seed.visitor(created.integration.public_key)
      const conversation_id = crypto.randomUUID()
      const first = await visitor.browser.call(sendVisitorMessage, {
        conversation_id,
        id: crypto.randomUUID(),
        body: 'Hello?',
        locale: 'en',
      })
      return { ...created, visitor, conversation_id, first }
    },
  }
  return {
    ...opened,
    ...built,
    config,
    /** Runs the rest of a test at another time, with new CSRF tokens. */
    async later<T>(ms: number, work: () => Promise<T>): Promise<T> {
      clock.shift_ms = ms
      try {
        return await work()
      } finally {
        clock.shift_ms = 0
      }
    },
    browser,
    seed,
    eventually,
    mailTo,
    tokenFor,
    /** Signs a known person in once more, elsewhere. */
    async signIn(email: string, password: string) {
      const again = browser()
      await again.call(signIn, { email, password })
      return again
    },
    me: (who: Browser) => who.call(getUser, {}),
    /** Collects events on a channel from now on. */
    watch(channel: string, event?: string): ReceivedEvent[] {
      const seen: ReceivedEvent[] = []
      opened.realtime.listenTo((on, name, data) => {
        const short = name.replace(eventNamespace, '')
        if (on === channel && (!event || event === short)) seen.push({ channel: on, event: short, data })
      })
      return seen
    },
    async [Symbol.asyncDispose]() {
      await built.app.close()
      await opened.close()
      rmSync(data_dir, { recursive: true, force: true })
    },
  }
}
