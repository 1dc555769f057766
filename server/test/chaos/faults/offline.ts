import { setTimeout as sleep } from 'node:timers/promises'
import { insist } from '../caller.ts'
import { always, type Fault } from '../fault.ts'
import type { Send, Sent } from '../sender.ts'
import { between, pick } from '../stage.ts'

const written = 6
const offline_ms = [1_500, 4_000] as const

/** What a tab does with what waits: one after the other, each again until it is acknowledged. */
async function empty(queue: Sent[], send: Send): Promise<number[]> {
  const places: number[] = []
  for (const message of queue) {
    const { seq } = await insist(() => send(message, AbortSignal.timeout(10_000)))
    places.push(seq)
  }
  return places
}

/** Somebody writes while offline, and two tabs send what waits when the network is back. */
export const offline: Fault = {
  id: 'F27',
  name: 'written offline, sent by two tabs',
  applies: always,
  async run(stage) {
    const { sender, gate } = pick(stage, stage.cast.visitors)
    await sender.stop()
    gate.refuse(true)
    const queue = Array.from({ length: written }, sender.write)
    const tabs = [1, 2].map(() => empty(queue, sender.send))
    await sleep(between(stage, offline_ms[0], stage.isLong ? 60_000 : offline_ms[1]))
    gate.refuse(false)
    const back_at = performance.now()
    const [first = [], second = []] = await Promise.all(tabs)
    queue.forEach((message, n) => {
      const seq = first[n]
      if (seq !== second[n]) stage.broken('doubled', `${message.id} stands at ${seq} and ${second[n]}`)
      if (seq !== undefined) message.seq = seq
    })
    const orders = new Map<string, number>()
    for (const { conversation_id, seq = 0 } of queue) {
      if (seq <= (orders.get(conversation_id) ?? 0))
        stage.broken('disorder', `what was written offline in ${conversation_id} was sent in another order`)
      orders.set(conversation_id, seq)
    }
    sender.start()
    return back_at
  },
}
