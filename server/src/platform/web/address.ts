import type { RealtimeAddress } from '@ozvi/contract'
import type { Context } from '../context/context.ts'

/** The socket's public address: its own port on a local machine, otherwise the public origin's. */
export function realtimeAddress({ config, secrets }: Pick<Context, 'config' | 'secrets'>): RealtimeAddress {
  const { hostname, port, protocol } = new URL(config.app_url)
  const scheme = protocol === 'https:' ? 'https' : 'http'
  const own = config.realtime.listens_on
  const main = port ? Number(port) : scheme === 'https' ? 443 : 80
  return { key: secrets.realtime.key, host: hostname, port: own ?? main, scheme }
}
