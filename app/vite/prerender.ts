import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageRequest } from '../src/platform/session/request.ts'

/*
 * Prerenders every public page that is the same for everyone, after the web build. Values that only the running
 * server knows (origin and settings) are placeholders. Inline scripts are identified by hashes, so the
 * Content-Security-Policy needs no nonce. A page that fails to render fails the build.
 */

interface Index {
  /** Placeholder for the installation's origin. */
  origin: string
  /** By path. */
  pages: Record<
    string,
    {
      /** Relative to the folder of this list. */
      file: string
      /** Hashes of the executable inline scripts, as the Content-Security-Policy lists them. */
      script_hashes: string[]
      set_cookie: string[]
    }
  >
}

const build = path.join(import.meta.dirname, '../build')
const out = path.join(build, 'prerendered')
/** `.invalid` is never a real domain (RFC 2606). */
const origin = 'https://origin.invalid'

// Built just before with our own configuration.
const server = (await import(pathToFileURL(path.join(build, 'server/index.js')).href)) as {
  renderPage: (request: Request, page: PageRequest) => Promise<Response>
  prerenderedPaths: () => string[]
  generatedFiles: () => Record<string, string>
}

/** Hashes of executable scripts; data blocks need no permission. */
const hashesOf = (html: string) => [
  ...new Set(
    [...html.matchAll(/<script(?![^>]*(?:\bsrc=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
    ),
  ),
]

for (const [url, source] of Object.entries(server.generatedFiles()))
  writeFileSync(path.join(build, 'client', url), source)

rmSync(out, { recursive: true, force: true })
const pages: Index['pages'] = {}
for (const pathname of server.prerenderedPaths()) {
  const faults: unknown[] = []
  const reply = await server.renderPage(new Request(origin + pathname), {
    nonce: '',
    public_config: {
      app_url: origin,
      realtime: { key: '', host: '', port: 0, scheme: 'https' },
      has_mailbox: false,
    },
    has_session: false,
    log_error: (error) => faults.push(error),
    log_error_page: (status, message) => faults.push(`${status} ${message}`),
  })
  const html = await reply.text()
  if (reply.status !== 200 || faults.length > 0) {
    throw new Error(`${pathname} failed to render (${reply.status})`, { cause: faults[0] })
  }
  const file = `${pathname.slice(1)}.html`
  mkdirSync(path.dirname(path.join(out, file)), { recursive: true })
  writeFileSync(path.join(out, file), html)
  pages[pathname] = { file, script_hashes: hashesOf(html), set_cookie: reply.headers.getSetCookie() }
}
const index: Index = { origin, pages }
writeFileSync(path.join(out, 'index.json'), JSON.stringify(index))
process.stdout.write(`${Object.keys(pages).length} pages prerendered\n`)
