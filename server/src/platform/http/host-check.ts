import { Problem } from '@ozvi/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { type Config, isLoopbackHost } from '../context/config.ts'

/**
 * Whether a request was sent to this server by a name of its own: the host of `APP_URL`, or one that only this machine
 * can mean. Any other name was pointed at this machine by someone else (DNS rebinding), whose page the browser then
 * takes for ours.
 */
function hasOwnHost({ headers }: FastifyRequest, { app_url }: Pick<Config, 'app_url'>): boolean {
  const named = URL.parse(`http://${headers.host ?? ''}`)
  return named !== null && (isLoopbackHost(named.hostname) || named.hostname === new URL(app_url).hostname)
}

/** Headers with which proxies and tunnels mark what they forward from elsewhere. */
const isForwarded = (name: string) => /^(forwarded|via|x-real-ip|x-forwarded-.*)$/.test(name)

/** Whether a program on this machine made a request: it connects from it, by a name of it, and forwards nothing. */
export function isFromThisMachine(request: FastifyRequest, config: Pick<Config, 'app_url'>): boolean {
  const peer = request.socket.remoteAddress ?? ''
  const isLocal = ipaddr.isValid(peer) && ipaddr.process(peer).range() === 'loopback'
  return isLocal && hasOwnHost(request, config) && !Object.keys(request.headers).some(isForwarded)
}

/** Outside production there is no proxy that would do it: refuses requests for foreign host names. */
export function checkHosts(app: FastifyInstance, config: Config): void {
  if (config.is_production) return
  app.addHook('onRequest', (request, _reply, done) => {
    done(hasOwnHost(request, config) ? undefined : new Problem('host_not_allowed'))
  })
}
