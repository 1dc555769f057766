import { WebSocket } from 'ws'
import { always, type Fault } from '../fault.ts'
import { originOf } from '../server-process.ts'
import { pick, until } from '../stage.ts'

const unreadyWithin_ms = 1_000
const endWithin_ms = 30_000

/** A server is asked to end in the middle of everything, as at every deployment. */
export const stop: Fault = {
  id: 'F2',
  name: 'SIGTERM under load',
  applies: always,
  async run(stage) {
    const node = pick(stage, stage.nodes_running)
    const { server, place } = node
    const { realtime } = pick(stage, stage.cast.visitors)
    const socket = new WebSocket(`ws://localhost:${place.port}/app/${realtime.key}?protocol=7`)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))

    const begun_at = performance.now()
    const ended = server.stop()
    const status = () =>
      fetch(`${originOf(place)}/health/ready`).then(
        (reply) => reply.status,
        () => 0,
      )
    if (!(await until(async () => (await status()) !== 200, unreadyWithin_ms)))
      stage.broken('other', 'a server that was told to stop stayed ready')
    node.isOpen = false
    const code = await closed
    if (code !== 4200) stage.broken('other', `a server that stopped closed a socket with ${code}`)
    const exit_code = await ended
    const ended_at = performance.now()
    if (exit_code !== 0)
      stage.broken('other', `a server asked to stop ended with ${exit_code}:\n${server.complaints()}`)
    if (ended_at - begun_at > endWithin_ms) stage.broken('other', 'a server took too long to stop')
    stage.note('ended after SIGTERM', ended_at - begun_at, 'ms')
    await node.start().ready()
    node.isOpen = true
    return ended_at
  },
}
