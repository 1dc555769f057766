import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '../context/config.ts'

type TrustProxy = Config['trust_proxy']

/** Whether the peer at a hop, counted from the connection, is a proxy whose `X-Forwarded-For` is trusted. */
export function trustOf(trust_proxy: TrustProxy): (address: string, hop: number) => boolean {
  if (trust_proxy === undefined) return () => false
  return typeof trust_proxy === 'number'
    ? (_address, hop) => hop < trust_proxy
    : proxyAddr.compile(trust_proxy.split(','))
}

/** Finds the client address of a request as Fastify does. WebSocket upgrades never reach Fastify. */
export function peerAddressOf(trust_proxy: TrustProxy): (request: IncomingMessage) => string {
  const isTrusted = trustOf(trust_proxy)
  // A closed socket has no address.
  return (request) => (request.socket.remoteAddress ? proxyAddr(request, isTrusted) : '')
}
