import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A customer's page. Tests set the snippet once they know it; `policy` is its Content Security Policy. */
export async function openCustomerSite() {
  const site = { tag: '', policy: '', lang: 'en', url: '', close: () => void server.close() }
  const server = createServer((_, response) => {
    const { tag, policy, lang } = site
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(policy && { 'content-security-policy': policy.replaceAll('\n', ' ') }),
    })
    response.end(`<!doctype html><html lang="${lang}"><link rel="icon" href="data:,"><h1>A shop</h1>${tag}`)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  // A listening TCP server has an address object.
  site.url = `http://localhost:${(server.address() as AddressInfo).port}`
  return site
}
