import { setTimeout as sleep } from 'node:timers/promises'
import { retryUntilOk } from '../caller.ts'
import { always, type Fault } from '../fault.ts'
import type { Send, Sent } from '../sender.ts'
import { between, pick } from '../environment.ts'

const written = 6
const offline_ms = [1_500, 4_000] as const

/** A tab sends its queue: one message after the other, each repeated until it is acknowledged. */
async function empty(queue: Sent[], send: Send): Promise<number[]> {
  const setups: number[] = []
  for (const message of queue) {
    const { seq } = await retryUntilOk(() => send(message, AbortSignal.timeout(10_000)))
    setups.push(seq)
  }
  return setups
}

/** A visitor writes while offline, and two tabs send the queue when the network is back. */
export const offline: Fault = {
  id: 'F27',
  name: 'written offline, sent by two tabs',
  applies: always,
  async run(environment) {
    const { sender, proxy } = pick(environment, environment.participants.visitors)
    await sender.stop()
    proxy.refuse(true)
    const queue = Array.from({ length: written }, sender.write)
    const tabs = [1, 2].map(() => empty(queue, sender.send))
    await sleep(between(environment, offline_ms[0], environment.isLong ? 60_000 : offline_ms[1]))
    proxy.refuse(false)
    const back_at = performance.now()
    const [first = [], second = []] = await Promise.all(tabs)
    queue.forEach((message, n) => {
      const seq = first[n]
      if (seq !== second[n]) environment.broken('doubled', `${message.id} stands at ${seq} and ${second[n]}`)
      if (seq !== undefined) message.seq = seq
    })
    const orders = new Map<string, number>()
    for (const { conversation_id, seq = 0 } of queue) {
      if (seq <= (orders.get(conversation_id) ?? 0))
        environment.broken(
          'disorder',
          `what was written offline in ${conversation_id} was sent in another order`,
        )
      orders.set(conversation_id, seq)
    }
    sender.start()
    return back_at
  },
}
