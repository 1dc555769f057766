import { existsSync, readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { marked } from 'marked'

/*
 * A website to import: the documentation of two installed packages (over 80 real pages), and a small shop's help
 * center in Slovak, written for these tests.
 */

const require = createRequire(import.meta.url)
interface Page {
  url: string
  title: string
  html: string
  lang: string
}

function pagesIn(folder: string, base: string, lang: string): Page[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  )
  return files.map((name) => {
    // the documents link to files, a website links to pages; some links are broken
    const text = readFileSync(path.join(folder, name), 'utf8').replace(
      /\]\(((?:\.{1,2}\/)?[^):\s]+?)\.md(#[^)]*)?\)/g,
      (link: string, target: string, anchor = '') =>
        existsSync(path.join(folder, path.dirname(name), `${target}.md`))
          ? `](${target}${anchor})`
          : link.slice(0, 1),
    )
    const title = /^#\s+(.+)$/m.exec(text)?.[1]?.replace(/[`*]/g, '') ?? path.basename(name, '.md')
    return {
      url: `${base}${name.replace(/\.md$/, '').replaceAll(path.sep, '/')}`,
      title,
      html: marked.parse(text, { async: false }),
      lang,
    }
  })
}
const docsOf = (name: string) => {
  const manifest = require.resolve(`${name}/package.json`, {
    paths: [path.join(import.meta.dirname, '../../server')],
  })
  return path.join(path.dirname(manifest), 'docs')
}

function layout(page: Page, all: Page[]): string {
  const links = all
    .filter(({ lang }) => lang === page.lang)
    .map(({ url, title }) => `<li><a href="${url}">${title}</a></li>`)
    .join('')
  return `<!doctype html><html lang="${page.lang}"><head><meta charset="utf-8"><meta property="og:site_name" content="Green Bean"><meta name="theme-color" content="#0f5132"><title>${page.title}</title></head><body>
<header><a href="/">Home</a> <a href="/sk/">Slovensky</a></header><nav><ul>${links}</ul></nav>
<main><article>${page.html}</article></main><footer>All rights reserved. Cookies, imprint, contact.</footer></body></html>`
}

/** @returns its URL and number of pages */
export async function serveSite() {
  const english = [
    ...pagesIn(docsOf('fastify'), '/fastify/', 'en'),
    ...pagesIn(docsOf('undici'), '/undici/', 'en'),
  ]
  const slovak = pagesIn(path.join(import.meta.dirname, 'sk'), '/sk/', 'sk')
  const home = (url: string, lang: string, title: string): Page => ({
    url,
    lang,
    title,
    html: `<h1>${title}</h1>`,
  })
  const all = [home('/', 'en', 'Documentation'), home('/sk/', 'sk', 'Pomoc'), ...english, ...slovak]
  const byUrl = new Map(all.map((page) => [page.url, page]))
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    if (pathname === '/robots.txt')
      return void response
        .writeHead(200, { 'content-type': 'text/plain' })
        .end('User-agent: *\nDisallow: /private/\n')
    if (pathname === '/favicon.ico') return void response.writeHead(204).end()
    const page = byUrl.get(decodeURIComponent(pathname))
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page ? layout(page, all) : '<!doctype html><title>Not found</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    host: `localhost:${port}`,
    pages: { en: english.length, sk: slovak.length },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
