import { Problem } from '@ozvi/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { type Config, isLoopbackHost } from '../context/config.ts'

/**
 * Whether a request was sent to one of the server's own names: the host of `APP_URL`, or one that only means
 * this machine. Any other name was pointed at this machine by someone else (DNS rebinding).
 */
function hasOwnHost({ headers }: FastifyRequest, { app_url }: Pick<Config, 'app_url'>): boolean {
  const requested = URL.parse(`http://${headers.host ?? ''}`)
  return (
    requested !== null &&
    (isLoopbackHost(requested.hostname) || requested.hostname === new URL(app_url).hostname)
  )
}

/** Headers that mark requests forwarded by proxies and tunnels. */
const isForwarded = (name: string) => /^(forwarded|via|x-real-ip|x-forwarded-.*)$/.test(name)

/** Whether a request was made by a program on this machine: by address, by host name, and not forwarded. */
export function isFromThisMachine(request: FastifyRequest, config: Pick<Config, 'app_url'>): boolean {
  const peer = request.socket.remoteAddress ?? ''
  const isLocal = ipaddr.isValid(peer) && ipaddr.process(peer).range() === 'loopback'
  return isLocal && hasOwnHost(request, config) && !Object.keys(request.headers).some(isForwarded)
}

/** Rejects requests for other host names outside production, where no proxy does it. */
export function checkHosts(app: FastifyInstance, config: Config): void {
  if (config.is_production) return
  app.addHook('onRequest', (request, _reply, done) => {
    done(hasOwnHost(request, config) ? undefined : new Problem('host_not_allowed'))
  })
}
