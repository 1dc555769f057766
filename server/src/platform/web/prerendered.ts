import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { compressPage } from './encodings.ts'

/** As written by the web build. */
interface Index {
  origin: string
  pages: Record<string, { file: string; script_hashes: string[]; set_cookie: string[] }>
}
export interface PrerenderedPage {
  plain: Buffer
  brotli: Buffer
  etag: string
  /** Of its inline scripts, for the Content-Security-Policy. */
  script_hashes: string[]
  set_cookie: string[]
}

const configOpen = '<script type="application/json" id="public-config">'

/** Replaces the build's configuration in the page. */
function withConfig(html: string, config: string): string {
  const from = html.indexOf(configOpen) + configOpen.length
  if (from < configOpen.length) return html
  return html.slice(0, from) + config + html.slice(html.indexOf('</script>', from))
}

/**
 * Pages rendered at build time, completed with this installation's configuration. Each is loaded, completed
 * and compressed on first request, and cached.
 *
 * @param folder the rendered pages; a missing folder has none
 * @returns the page at a path, or undefined
 */
export function createPrerendered(
  folder: string,
  installation: { app_url: string; public_config: object },
): (pathname: string) => Promise<PrerenderedPage> | undefined {
  const list = path.join(folder, 'index.json')
  if (!existsSync(list)) return () => undefined
  // Written by our own build.
  const { origin, pages } = JSON.parse(readFileSync(list, 'utf8')) as Index
  const config = JSON.stringify(installation.public_config).replaceAll('<', '\\u003c')

  async function complete({ file, script_hashes, set_cookie }: Index['pages'][string]) {
    const html = await readFile(path.join(folder, file), 'utf8')
    const plain = Buffer.from(
      withConfig(
        html.replaceAll(origin, () => installation.app_url),
        config,
      ),
    )
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
    return { plain, brotli: await compressPage(plain), etag, script_hashes, set_cookie }
  }
  const cache = new Map<string, Promise<PrerenderedPage>>()
  return (pathname) => {
    const key = pathname.replace(/\/$/, '')
    const page = Object.hasOwn(pages, key) ? pages[key] : undefined
    if (!page) return undefined
    const cached = cache.get(key) ?? complete(page)
    cache.set(key, cached)
    return cached
  }
}
