import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { compressPage } from '../server/src/platform/web/encodings.ts'
import { panelFiles } from '../tools/check-sizes.ts'
import { originOf, startServer } from '../server/test/chaos/server-process.ts'
import { withTempDatabase } from './temp-database.ts'
import { kib, type Row, row, tenths } from './report.ts'

const root = path.join(import.meta.dirname, '..')
const widget = path.join(root, 'widget', 'dist')
const client = path.join(root, 'app', 'build', 'client')
const pages = ['/en', '/sk', '/en/auth', '/en/auth/create-account', '/en/app']
/** Pages whose size is published. */
const names: Record<string, string> = {
  '/en': 'home_page_kib',
  '/en/auth': 'sign_in_page_kib',
}

/** Fonts and images are compressed already. */
const isText = (name: string) => /\.(js|css|html|json|svg)$/.test(name)

/** As the server compresses it. */
const compress = async (name: string, bytes: Buffer) =>
  name.endsWith('.html') ? await compressPage(bytes) : brotliCompressSync(bytes)

async function weigh(what: string, files: Map<string, Buffer>, name?: string): Promise<Row> {
  let brotli = 0
  let gzip = 0
  for (const [name, bytes] of files) {
    brotli += isText(name) ? (await compress(name, bytes)).length : bytes.length
    gzip += isText(name) ? gzipSync(bytes, { level: 9 }).length : bytes.length
  }
  const published = name ? { [name]: tenths(brotli / 1024) } : undefined
  return row(what, kib(brotli), `${kib(gzip)} as gzip, ${files.size} files`, published)
}

async function widgetRows(): Promise<Row[]> {
  if (!existsSync(widget)) return [row('widget', 'skipped', 'not built: npm run build -w widget')]
  const read = (files: string[]) => new Map(files.map((file) => [file, readFileSync(file)]))
  return [
    await weigh('widget on a page', read([path.join(widget, 'widget.js')]), 'widget_launcher_kib'),
    await weigh('widget, opened', read(panelFiles('en')), 'widget_panel_kib'),
  ]
}

/** The files that a page refers to, or that a script imports. */
function assetPathsOf(name: string, text: string, url: URL): string[] {
  if (name.endsWith('.html')) return [...text.matchAll(/\/assets\/[\w.-]+/g)].map(([asset]) => asset)
  if (!name.endsWith('.js')) return []
  const imports = text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g)
  return [...imports].map(([, from = '']) => new URL(from, url).pathname)
}

/** A page as the server sends it: its HTML, the files it refers to, and static imports of its scripts. */
async function visit(origin: string, address: string): Promise<Map<string, Buffer> | undefined> {
  const files = new Map<string, Buffer>()
  async function fetchAll(at: string, name: string): Promise<boolean> {
    if (files.has(name)) return true
    const reply = await fetch(new URL(at, origin), { headers: { accept: 'text/html,*/*' } })
    if (!reply.ok) return false
    const bytes = Buffer.from(await reply.arrayBuffer())
    files.set(name, bytes)
    const text = isText(name) ? bytes.toString() : ''
    for (const asset of assetPathsOf(name, text, new URL(at, origin))) await fetchAll(asset, asset)
    return true
  }
  return (await fetchAll(address, `${address}.html`)) ? files : undefined
}

/** The compressed size of a first visit. */
export async function bytes(): Promise<Row[]> {
  const rows = await widgetRows()
  if (!existsSync(client)) return [...rows, row('pages', 'skipped', 'not built: npm run build -w app')]
  await withTempDatabase(undefined, async (place) => {
    const server = startServer(place)
    try {
      await server.ready()
      for (const address of pages) {
        const files = await visit(originOf(place), address)
        rows.push(
          files
            ? await weigh(`page ${address}`, files, names[address])
            : row(`page ${address}`, 'skipped', 'the server does not show it'),
        )
      }
    } finally {
      await server.stop()
    }
  })
  return rows
}
