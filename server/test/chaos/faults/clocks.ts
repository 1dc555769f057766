import { setTimeout as sleep } from 'node:timers/promises'
import { minute_ms } from '@ozvi/contract'
import { shiftClock } from '../clock.ts'
import { always, type Fault } from '../fault.ts'
import { between, pick } from '../environment.ts'

const servers_ms = [60 * minute_ms, -5 * minute_ms]
const clients_ms = [24 * 60 * minute_ms, -24 * 60 * minute_ms]
const lasts_ms = [1_000, 2_000] as const

/** The clocks of the server and its clients jump and return. */
export const wrongClocks: Fault = {
  id: 'F21',
  name: 'clocks that jump: server +1 h or −5 min, clients ±1 day',
  applies: always,
  async run(environment) {
    const node = pick(environment, environment.nodes_running)
    node.shiftClock(pick(environment, servers_ms))
    shiftClock(pick(environment, clients_ms))
    await sleep(between(environment, ...lasts_ms))
    shiftClock(0)
    node.shiftClock(0)
    await sleep(100) // the server looks at its file twice in this time
  },
}
