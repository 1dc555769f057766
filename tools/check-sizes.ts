import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { readFigures } from '../bench/figures.ts'

/*
 * The size of a first visit, compared with budgets: each page is rendered by the built web app, and all files its
 * HTML names are measured with Brotli (quality 11), including static imports. One KiB is 1024 bytes. The page's own
 * HTML counts as a file and as a request. Sizes in README.md and on the site (bench/figures.json) have to be close
 * to the built ones.
 */

interface Weight {
  js_kib: number
  css_kib: number
  all_kib: number
  requests: number
}
interface Budget {
  name: string
  /** What a visit loads: paths of built files, and URLs of rendered pages. */
  files: () => Promise<string[]>
  limits: Partial<Weight>
  /** The name under which its size is published. */
  figure?: string
}

const root = path.join(import.meta.dirname, '..')
const client = path.join(root, 'app', 'build', 'client')
const widget = path.join(root, 'widget', 'dist')

/** Renders a page like the server. Untyped, because nothing imports the app. */
async function render(address: string): Promise<string> {
  const entry = path.join(root, 'app', 'build', 'server', 'index.js')
  const { renderPage } = (await import(pathToFileURL(entry).href)) as {
    renderPage: (request: Request, page: object) => Promise<Response>
  }
  const app_url = 'http://localhost:3000'
  const response = await renderPage(new Request(`${app_url}${address}`), {
    nonce: 'nonce',
    public_config: {
      app_url,
      realtime: { key: 'key', host: 'localhost', port: 8091, scheme: 'http' },
      has_mailbox: true,
    },
    has_session: address.includes('/app'),
    // Pages of the app load the same scripts without their data.
    read: () => Promise.resolve({ status: 503, body: { code: 'unavailable', message: '' } }),
    log_error: (error: unknown) => {
      throw error
    },
    log_error_page: () => undefined,
  })
  if (response.status !== 200) throw new Error(`${address} answers ${response.status}`)
  return response.text()
}

/** A script with its static imports; dynamic imports aren't counted. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  if (!file.endsWith('.js')) return seen
  const code = readFileSync(file, 'utf8')
  for (const [, from = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g)) {
    withImports(path.resolve(path.dirname(file), from), seen)
  }
  return seen
}
const allWithImports = (files: readonly string[]) =>
  files.reduce((existing, file) => withImports(file, existing), new Set<string>())

/** HTML by URL. */
const rendered = new Map<string, string>()
function page(address: string) {
  return async () => {
    const html = await render(address)
    rendered.set(address, html)
    return [address, ...[...html.matchAll(/\/assets\/[\w.-]+/g)].map(([asset]) => path.join(client, asset))]
  }
}
const builtFilesIn = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/\/widget\/([\w./-]+)/g)].map(([, name = '']) =>
    path.join(widget, name),
  )
/**
 * What the opened chat loads in a language; only Slovak needs the `latin-ext` font. Forms and sounds are loaded on
 * use.
 */
export function panelFiles(locale: 'en' | 'sk'): string[] {
  const frame = path.join(widget, `frame.${locale}.html`)
  const files = [frame, ...builtFilesIn(frame)]
  const fonts = files.filter((file) => file.endsWith('.css')).flatMap(builtFilesIn)
  return [
    ...allWithImports([
      ...files,
      ...fonts.filter((file) => locale === 'sk' || !file.includes('-latin-ext-')),
    ]),
  ]
}

const anyId = '00000000-0000-4000-8000-000000000000'
const site = { js_kib: 3, all_kib: 60, requests: 6 }
const forms = { js_kib: 60, all_kib: 120, requests: 13 }
const app = { js_kib: 200, all_kib: 265, requests: 16 }
const workspace = `/en/app/i/${anyId}`
const budgets: Budget[] = [
  {
    name: 'widget on a page',
    files: async () => [path.join(widget, 'widget.js')],
    limits: { js_kib: 4, requests: 1 },
    figure: 'widget_launcher_kib',
  },
  {
    name: 'widget, triggers of scenarios',
    files: async () => [path.join(widget, 'widget-triggers.js')],
    limits: { js_kib: 12, requests: 1 },
  },
  {
    name: 'widget, unread title',
    files: async () => [path.join(widget, 'widget-title.js')],
    limits: { js_kib: 12, requests: 1 },
  },
  {
    name: 'widget, opened',
    files: async () => panelFiles('en'),
    limits: { js_kib: 32, css_kib: 5, all_kib: 60, requests: 4 },
    figure: 'widget_panel_kib',
  },
  {
    name: 'widget, opened, Slovak',
    files: async () => panelFiles('sk'),
    limits: { js_kib: 32, css_kib: 5, all_kib: 72, requests: 5 },
  },
  { name: 'home', files: page('/en'), limits: site, figure: 'home_page_kib' },
  { name: 'home, Slovak', files: page('/sk'), limits: site },
  { name: 'sign in', files: page('/en/auth'), limits: forms, figure: 'sign_in_page_kib' },
  { name: 'sign up', files: page('/en/auth/create-account'), limits: forms },
  { name: 'app, first page', files: page('/en/app'), limits: { js_kib: 192, all_kib: 259, requests: 14 } },
  { name: 'open conversation', files: page(`${workspace}/conversation/${anyId}`), limits: app },
  { name: 'conversation list', files: page(`${workspace}/conversation`), limits: app },
  { name: 'contacts', files: page(`${workspace}/contacts`), limits: { js_kib: 212, requests: 36 } },
  { name: 'tags settings', files: page(`${workspace}/settings/tags`), limits: { js_kib: 200, requests: 19 } },
  { name: 'date element', files: page('/en/demo/base-date'), limits: { js_kib: 60 } },
]

/** Sizes by content: the pages share most of their scripts, and this quality takes long. */
const compressed = new Map<string, number>()
function compressedLength(bytes: Buffer): number {
  const content = bytes.toString('latin1')
  const length = compressed.get(content) ?? brotliCompressSync(bytes).length
  compressed.set(content, length)
  return length
}

/** @returns KiB (Brotli) of the files with their static imports */
export function measure(files: string[]): Weight {
  const all = allWithImports(files)
  const weight = { js_kib: 0, css_kib: 0, all_kib: 0, requests: all.size }
  for (const file of all) {
    const html = rendered.get(file)
    const bytes = html === undefined ? readFileSync(file) : Buffer.from(html)
    // Fonts and images are compressed already.
    const isText = html !== undefined || /\.(js|css|html|json|svg)$/.test(file)
    const kib = (isText ? compressedLength(bytes) : bytes.length) / 1024
    weight.all_kib += kib
    if (file.endsWith('.js')) weight.js_kib += kib
    if (file.endsWith('.css')) weight.css_kib += kib
  }
  return weight
}

// The keys of limits are those of a size.
const kinds = (limits: Partial<Weight>) => Object.keys(limits) as (keyof Weight)[]

/** The parts of a size over their limits. */
export const overLimits = (weight: Weight, limits: Partial<Weight>) =>
  kinds(limits).filter((kind) => weight[kind] > (limits[kind] ?? Infinity))

/** Whether a published size is more than 5% off. */
export const isStale = (published: number | undefined, measured_kib: number): boolean =>
  published === undefined || Math.abs(measured_kib - published) > published * 0.05

if (import.meta.main) {
  const missing = [client, widget].filter((folder) => !existsSync(folder))
  if (missing.length > 0) throw new Error(`Build first: there is no ${missing.join(' and no ')}`)
  const figures = readFigures()
  for (const { name, files, limits, figure } of budgets) {
    const weight = measure(await files())
    const over = overLimits(weight, limits)
    const columns = kinds(limits).map((kind) => {
      const measured = weight[kind].toFixed(kind === 'requests' ? 0 : 1)
      return `${kind} ${measured} of ${limits[kind]}${over.includes(kind) ? ' OVER' : ''}`
    })
    process.stdout.write(`${name.padEnd(20)} ${columns.join(', ')}\n`)
    if (over.length > 0) process.exitCode = 1
    if (figure && isStale(figures[figure]?.value, weight.all_kib)) {
      process.stdout.write(
        `  ${figure} is ${figures[figure]?.value} in bench/figures.json, and ${weight.all_kib.toFixed(1)} now: npm run bench -- --only bytes\n`,
      )
      process.exitCode = 1
    }
  }
}
