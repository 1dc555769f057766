import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A website whose pages are all hostile, and the same for the same URL. */
export async function startSite(texts: readonly string[]): Promise<{ host: string; close(): void }> {
  const server = createServer(({ url = '' }, reply) => {
    const at = createHash('sha256').update(url).digest().readUInt32BE() % texts.length
    const text = texts[at] ?? ''
    if (url === '/robots.txt') return void reply.writeHead(404).end()
    reply.writeHead(200, { 'content-type': url.endsWith('.xml') ? 'text/xml' : 'text/html' })
    reply.end(
      `<!doctype html><meta charset="utf-8${'\t'.repeat(at)}"><title>${text.slice(0, 500)}</title>` +
        `<link rel="icon" href="${text.slice(0, 100)}"><main>${text.repeat(5)}</main>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
