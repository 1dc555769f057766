import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'

const inner = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])
const isInner = (address: string) => ipaddr.isValid(address) && inner.has(ipaddr.process(address).range())

/**
 * Warns once about an untrusted proxy: requests with `X-Forwarded-For` from a local or private address come
 * through one, and count as the proxy's own.
 */
export function watchForProxies(app: FastifyInstance): void {
  let hasWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    const peer = request.socket.remoteAddress ?? ''
    // Fastify lists more than the peer only if it trusts it.
    const isTrusted = (request.ips?.length ?? 1) > 1
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined && !isTrusted && isInner(peer)) {
      hasWarned = true
      request.log.warn(
        { peer },
        'Requests come through a proxy that TRUST_PROXY does not name: its callers share one rate limit. Set TRUST_PROXY to its address',
      )
    }
    done()
  })
}
