import { insist, newVisitor } from '../caller.ts'
import { always, type Fault } from '../fault.ts'
import type { PusherAuth } from '@ozvi/wire/pusher'
import { Gate } from '../gate.ts'
import { readMetrics } from '../node-view.ts'
import { pick, type Stage, until } from '../stage.ts'
import { openSwarm } from '../swarm.ts'

const backWithin_ms = 30_000
const errorsAllowed = 0.01

/**
 * A swarm that is live, over a gate of its own: the tabs of a visitor who has nothing to say.
 *
 * @param sign signs them in this process, where calls of thousands at once would measure this process
 */
export async function gather(stage: Stage, sign?: (socket_id: string, channel: string) => PusherAuth) {
  const [team, node] = [pick(stage, stage.cast.teams), pick(stage, stage.nodes_running)]
  const gate = await Gate.open(() => stage.targets())
  const { caller, contact_id, realtime } = await insist(() =>
    newVisitor({ ...node.place, port: gate.port }, team),
  )
  const swarm = openSwarm({
    count: stage.sockets,
    sign: async (socket_id, channel) =>
      sign
        ? sign(socket_id, channel)
        : caller.authorise('/api/visitor/broadcasting/auth', socket_id, channel),
    key: realtime.key,
    channel: `private-visitor.${contact_id}`,
    port: gate.port,
  })
  if (!(await until(swarm.areLive))) stage.broken('other', `only ${swarm.live()} of a swarm got live`)
  return {
    swarm,
    gate,
    async close() {
      swarm.close()
      await gate.close()
    },
  }
}

/** Very many connections break at once and come back, while messages go on. */
export const swarmReturns: Fault = {
  id: 'F9',
  name: 'a swarm that drops and comes back',
  applies: always,
  async run(stage) {
    const { swarm, gate, close } = await gather(stage)
    const acked = () =>
      stage.cast.senders.reduce((sum, { sent }) => sum + sent.filter(({ seq }) => seq).length, 0)
    const before = { acked: acked(), at: performance.now() }
    gate.cut()
    await until(() => swarm.live() < stage.sockets, 5_000)
    if (!(await until(swarm.areLive, backWithin_ms)))
      stage.broken('other', `only ${swarm.live()} of ${stage.sockets} came back in time`)
    const away = swarm.takeAway()
    const took_s = (performance.now() - before.at) / 1000
    if (swarm.failures() > errorsAllowed) stage.broken('other', 'too many signatures failed')
    stage.note(`first of ${stage.sockets} sockets back`, Math.min(...away), 'ms')
    stage.note(`last of ${stage.sockets} sockets back`, Math.max(...away), 'ms')
    stage.note('messages a second meanwhile', (acked() - before.acked) / took_s, '')
    for (const { place } of stage.nodes_running)
      stage.note('event loop late (p99)', (await readMetrics(place)).loop_p99_ms, 'ms')
    await close()
  },
}
