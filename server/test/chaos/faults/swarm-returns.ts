import { retryUntilOk, newVisitor } from '../caller.ts'
import { always, type Fault } from '../fault.ts'
import type { PusherAuth } from '@ozvi/wire/pusher'
import { NetworkProxy } from '../network-proxy.ts'
import { readMetrics } from '../node-view.ts'
import { pick, type TestEnvironment, until } from '../environment.ts'
import { openSwarm } from '../swarm.ts'

const backWithin_ms = 30_000
const errorsAllowed = 0.01

/**
 * Connects a swarm through its own proxy: the tabs of one silent visitor. @param sign authorizes them in this
 * process, because thousands of requests would measure this process
 */
export async function gather(
  environment: TestEnvironment,
  sign?: (socket_id: string, channel: string) => PusherAuth,
) {
  const [team, node] = [
    pick(environment, environment.participants.teams),
    pick(environment, environment.nodes_running),
  ]
  const proxy = await NetworkProxy.open(() => environment.targets())
  const { caller, contact_id, realtime } = await retryUntilOk(() =>
    newVisitor({ ...node.place, port: proxy.port }, team),
  )
  const swarm = openSwarm({
    count: environment.sockets,
    sign: async (socket_id, channel) =>
      sign
        ? sign(socket_id, channel)
        : caller.authorize('/api/visitor/broadcasting/auth', socket_id, channel),
    key: realtime.key,
    channel: `private-visitor.${contact_id}`,
    port: proxy.port,
  })
  if (!(await until(swarm.areLive))) environment.broken('other', `only ${swarm.live()} of a swarm got live`)
  return {
    swarm,
    proxy,
    async close() {
      swarm.close()
      await proxy.close()
    },
  }
}

/** Very many connections are closed and reconnect together while messages are sent. */
export const swarmReturns: Fault = {
  id: 'F9',
  name: 'a swarm that drops and comes back',
  applies: always,
  async run(environment) {
    const { swarm, proxy, close } = await gather(environment)
    const acked = () =>
      environment.participants.senders.reduce(
        (sum, { sent }) => sum + sent.filter(({ seq }) => seq).length,
        0,
      )
    const before = { acked: acked(), at: performance.now() }
    proxy.cut()
    await until(() => swarm.live() < environment.sockets, 5_000)
    if (!(await until(swarm.areLive, backWithin_ms)))
      environment.broken('other', `only ${swarm.live()} of ${environment.sockets} came back in time`)
    const away = swarm.takeAway()
    const took_s = (performance.now() - before.at) / 1000
    if (swarm.failures() > errorsAllowed) environment.broken('other', 'too many signatures failed')
    environment.note(`first of ${environment.sockets} sockets back`, Math.min(...away), 'ms')
    environment.note(`last of ${environment.sockets} sockets back`, Math.max(...away), 'ms')
    environment.note('messages a second meanwhile', (acked() - before.acked) / took_s, '')
    for (const { place } of environment.nodes_running)
      environment.note('event loop late (p99)', (await readMetrics(place)).loop_p99_ms, 'ms')
    await close()
  },
}
