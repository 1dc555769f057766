import { launchChromium } from '../tools/launch-chromium.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, type BrowserContext, type Page } from 'playwright-core'
import { onServer, siblingUrl } from '../server/test/postgres-server.ts'
import { freePort } from '../tools/free-port.ts'

const root = path.join(import.meta.dirname, '..')

/** With the chat on our own public pages. */
export const withSiteChat = { SITE_WIDGET_KEY: '' }

/** With a clock that `passTime` sets 16 minutes ahead: longer than a confirmation is valid. */
export const withClock = {
  NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(
    'let ahead = 0; const { now } = Date; Date.now = () => now() + ahead;' +
      "process.on('SIGUSR2', () => { ahead += 16 * 60_000 })",
  ).toString('base64')}`,
}

/** A data folder with a migrated, empty database, because creating one takes the longest. */
export const warmDataDir = 'E2E_WARM_DATA_DIR'

/** The name of a migrated, empty database on the server at TEST_DATABASE_URL. */
export const warmDatabase = 'E2E_WARM_DATABASE'

/** A copy of the migrated database; undefined without a PostgreSQL server. */
async function copyDatabase() {
  const server_url = process.env['TEST_DATABASE_URL']
  const template = process.env[warmDatabase]
  if (!server_url || !template) return undefined
  const name = `ozvi_e2e_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(server_url, `create database ${name} template ${template}`)
  return {
    environment: { DATABASE_URL: siblingUrl(server_url, name) },
    drop: () => onServer(server_url, `drop database if exists ${name} with (force)`),
  }
}

/** The newest link emailed to an address. */
export async function mailedLink(origin: string, to: string): Promise<string> {
  for (;;) {
    const reply = await fetch(`${origin}/dev/mail.json`)
    // Written by our own mailbox page; a busy server answers 503.
    const { data = [] } = (await reply.json()) as { data?: { to: string; text: string }[] }
    const link = data.find((mail) => mail.to === to)?.text.match(/https?:\/\/\S+token=\S+/)?.[0]
    if (link) return link
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/**
 * The product in a separate process, with empty data and the built pages and widget. It runs on PostgreSQL if there is
 * a server for tests, otherwise on the embedded database.
 */
export async function startAppServer(environment: Record<string, string> = {}) {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-e2e-'))
  const database = await copyDatabase()
  const warmDir = process.env[warmDataDir]
  if (warmDir) cpSync(warmDir, data_dir, { recursive: true })
  const server = await startIn(data_dir, { ...database?.environment, ...environment }).catch(
    async (error: unknown) => {
      await database?.drop()
      throw error
    },
  )
  return {
    ...server,
    async stop() {
      await server.stop()
      await database?.drop()
    },
  }
}
/** Like `npm start` of a new user: with an empty data folder. */
export const startNewAppServer = (environment: Record<string, string> = {}) =>
  startIn(mkdtempSync(path.join(tmpdir(), 'ozvi-e2e-')), environment)

/** Starts the product on this data folder. */
async function startIn(data_dir: string, environment: Record<string, string>) {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = {
    ...process.env,
    // As with `npm start`: React's development build, which vitest's own value selects, takes longer to render a page.
    NODE_ENV: undefined,
    DATA_DIR: data_dir,
    PORT: String(port),
    REALTIME_PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
    // Tests may run on slow machines, where a busy server would reject requests.
    LOAD_LOOP_DELAY_MS: '60000',
    LOAD_RUNNING_MAX: '1000',
    // Indexing the public pages for our own chat keeps a core busy, so only tests of that chat turn it on.
    SITE_WIDGET_KEY: 'off',
    ...environment,
  }
  let child: ChildProcess
  let log = ''
  async function start() {
    child = spawn(process.execPath, ['server/dist/main.js'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the server ended: ${log}`)
      const ready = await fetch(`${origin}/health/ready`).catch(() => undefined)
      if (ready?.ok) break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    if (log.includes('not built')) throw new Error(`pages or widget are missing: ${log}`)
  }
  /** Resolves when the process has exited, also if it exited on its own. */
  const exit = async () => {
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once('exit', resolve))
  }
  await start()
  return {
    origin,
    log: () => log,
    /** Kills it like a power cut, and restarts it on the same data. */
    async crash() {
      const exited = exit()
      child.kill('SIGKILL')
      await exited
      await start()
    },
    mailedLink: (to: string) => mailedLink(origin, to),
    /** Only with `withClock`. */
    passTime: () => void child.kill('SIGUSR2'),
    async stop() {
      const exited = exit()
      child.kill('SIGTERM')
      await exited
      rmSync(data_dir, { recursive: true, force: true })
    },
  }
}
export type AppServer = Awaited<ReturnType<typeof startIn>>

/** Whether React has hydrated every control of the app in this document; earlier clicks and keys are lost. */
function isHydrated() {
  if (!('__reactRouterContext' in globalThis)) return true
  const controls = [...document.querySelectorAll('main :is(a, button, input, textarea)')]
  const isKnown = (element: object) => Object.keys(element).some((key) => key.startsWith('__reactFiber'))
  return isKnown(document.body) && controls.every(isKnown)
}

export const untilHydrated = (page: Page) => page.waitForFunction(isHydrated, undefined, { polling: 100 })

/** Makes navigation wait for hydration. */
function waitForScripts(page: Page) {
  const goTo = page.goto.bind(page)
  page.goto = async (url, options) => {
    const reply = await goTo(url, options)
    if (options?.waitUntil !== 'commit') await untilHydrated(page)
    return reply
  }
  const reload = page.reload.bind(page)
  page.reload = async (options) => {
    const reply = await reload(options)
    await untilHydrated(page)
    return reply
  }
}

const browsers: Browser[] = []
/** Opened by the tests of this file. */
export const openBrowsers = () => browsers.filter((browser) => browser.isConnected())

/** Starts a browser that is closed after the tests of the file. */
export async function openBrowser(): Promise<Browser> {
  const browser = await launchChromium()
  browsers.push(browser)
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.on('page', waitForScripts)
    // Longer than the library's 30 s: on a slow machine, three files at a time take that long to load a page.
    context.setDefaultTimeout(60_000)
    return context
  }
  return browser
}

/** Chromium skips the transition between two pages, and says so, if the new one is shown before the old one is captured. */
const isSkippedTransition = (text: string) => text.includes('Transition was aborted because of invalid state')
/** pusher-js closes a connection that hasn’t opened within 15 s, as on a busy machine, and tries again. */
const isSlowConnection = (text: string) =>
  text.includes('WebSocket is closed before the connection is established')
const isHarmless = (text: string) => isSkippedTransition(text) || isSlowConnection(text)
/** Collects errors of a page; a test ends with none. */
export function watchConsole(context: BrowserContext): string[] {
  const problems: string[] = []
  const watch = (page: Page) => {
    page.on('console', (message) => {
      const isProblem = message.type() === 'error' || message.type() === 'warning'
      if (isProblem && !isHarmless(message.text()))
        problems.push(`${page.url()}: ${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', ({ message }) => {
      if (!isHarmless(message)) problems.push(`${page.url()}: ${message}`)
    })
  }
  for (const page of context.pages()) watch(page)
  context.on('page', watch)
  return problems
}
