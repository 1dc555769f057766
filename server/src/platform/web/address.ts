import type { RealtimeAddress } from '@ozvi/contract'
import type { Context } from '../context/context.ts'
import { portOf } from '../egress/target.ts'

/** The socket's public address: its own port on a local machine, otherwise the public origin's. */
export function realtimeAddress({ config, secrets }: Pick<Context, 'config' | 'secrets'>): RealtimeAddress {
  const url = new URL(config.app_url)
  const scheme = url.protocol === 'https:' ? 'https' : 'http'
  const own = config.realtime.listens_on
  const main = portOf(url)
  return { key: secrets.realtime.key, host: url.hostname, port: own ?? main, scheme }
}
