import type { RealtimeAddress } from '@ozvi/contract'
import type { Context } from '../context/context.ts'

/** Where browsers find the socket: the port of its own on a local machine, else the public origin's. */
export function realtimeAddress({ config, secrets }: Pick<Context, 'config' | 'secrets'>): RealtimeAddress {
  const { hostname, port, protocol } = new URL(config.app_url)
  const scheme = protocol === 'https:' ? 'https' : 'http'
  const own = config.realtime.listens_on
  const main = port ? Number(port) : scheme === 'https' ? 443 : 80
  return { key: secrets.realtime.key, host: hostname, port: own ?? main, scheme }
}
