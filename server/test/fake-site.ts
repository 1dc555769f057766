import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Handler = (request: IncomingMessage, reply: ServerResponse) => void

/** A website on this machine with pages defined by a test, by path; `*` matches all others. */
export async function fakeSite() {
  const site = {
    pages: {} as Record<string, string | Handler>,
    /** Paths asked for, in order. */
    asked: [] as string[],
    origin: '',
    host: '',
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer((request, reply) => {
    const path = request.url ?? '/'
    site.asked.push(path)
    const page = site.pages[path] ?? site.pages[path.split('?')[0] ?? ''] ?? site.pages['*']
    if (page === undefined) reply.writeHead(404).end('nothing here')
    else if (typeof page === 'string')
      reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    else page(request, reply)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // it listens on TCP
  site.host = `127.0.0.1:${port}`
  site.origin = `http://${site.host}`
  return site
}

const link = (href: string) => `<a href="${href}">${href}</a>`
export const page = (words: string, ...to: string[]) =>
  `<title>${words}</title><main><p>${words} stránka</p>${to.map(link).join(' ')}</main>`
