import { createHmac } from 'node:crypto'
import { WebSocket } from 'ws'
import { always, type Fault } from '../fault.ts'
import { secretsOf } from '../node-view.ts'
import { originOf } from '../server-process.ts'
import { type Node, pick, type TestEnvironment, until } from '../environment.ts'
import { gather } from './swarm-returns.ts'

const unreadyWithin_ms = 1_000
const endWithin_ms = 30_000

/** Stops a node, checks what a graceful shutdown guarantees, and starts it again. */
async function stopAndStart(environment: TestEnvironment, node: Node): Promise<void> {
  const { server, place } = node
  const { realtime } = pick(environment, environment.participants.visitors)
  const socket = new WebSocket(`ws://localhost:${place.port}/app/${realtime.key}?protocol=7`)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))

  // The load balancer is informed first, as in a deployment.
  node.isOpen = environment.nodes_running.length === 1
  const begun_at = performance.now()
  const ended = server.stop()
  const status = () =>
    fetch(`${originOf(place)}/health/ready`).then(
      (reply) => reply.status,
      () => 0,
    )
  if (!(await until(async () => (await status()) !== 200, unreadyWithin_ms)))
    environment.broken('other', 'a server that was told to stop stayed ready')
  const code = await closed
  if (code !== 4200) environment.broken('other', `a server that stopped closed a socket with ${code}`)
  const exit_code = await ended
  const ended_at = performance.now()
  if (exit_code !== 0)
    environment.broken('other', `a server asked to stop ended with ${exit_code}:\n${server.complaints()}`)
  if (ended_at - begun_at > endWithin_ms) environment.broken('other', 'a server took too long to stop')
  environment.note('ended after SIGTERM', ended_at - begun_at, 'ms')
  await node.start().ready()
  node.isOpen = true
}

/** Stops a busy server, as every deployment does. */
export const stop: Fault = {
  id: 'F2',
  name: 'SIGTERM under load',
  applies: always,
  run: (environment) => stopAndStart(environment, pick(environment, environment.nodes_running)),
}

/** The same with a swarm of clients, and another node that they can use. */
export const drain: Fault = {
  id: 'F2',
  name: 'SIGTERM with a swarm, another node stands by',
  applies: ({ nodes }) => (nodes ?? 1) > 1,
  async run(environment) {
    const node = pick(environment, environment.nodes_running)
    const others = environment.nodes_running.filter((other) => other !== node)
    for (const other of others) other.isOpen = false
    const { app_key, app_secret } = secretsOf(environment)
    const { swarm, close } = await gather(environment, (socket_id, channel) => ({
      auth: `${app_key}:${createHmac('sha256', app_secret).update(`${socket_id}:${channel}`).digest('hex')}`,
    }))
    for (const other of others) other.isOpen = true
    await stopAndStart(environment, node)
    if (!(await until(swarm.areLive)))
      environment.broken('other', `only ${swarm.live()} came to the other node`)
    const away = swarm.takeAway()
    if (away.length < environment.sockets) environment.broken('other', `only ${away.length} were sent away`)
    // The duration depends on the machine: it is printed, not checked.
    away.sort((one, other) => one - other)
    const at = (share: number) => away[Math.floor((away.length - 1) * share)] ?? 0
    environment.note(`away while a node stops, half of ${environment.sockets}`, at(0.5), 'ms')
    environment.note(`away while a node stops, the last of ${environment.sockets}`, at(1), 'ms')
    await close()
  },
}
