import { setTimeout as sleep } from 'node:timers/promises'
import { eventNamespace } from '@ozvi/contract'
import { always, type Fault } from '../fault.ts'
import type { FrameFilter } from '../frames.ts'
import { between, type TestEnvironment } from '../environment.ts'

const lasts_ms = [1_500, 3_000] as const
const late_ms = [5, 250] as const
/** Shares of events that are dropped, repeated, and delayed; the others are unchanged. */
const shares = { withheld: 0.15, repeated: 0.25, late: 0.3 }

/** Only numbered events are dropped, because clients can detect gaps only there. */
const isNumbered = (text: string) => text.includes('MessageSent"')
const isEvent = (text: string) => text.includes(JSON.stringify(eventNamespace).slice(1, -1))

function disorder(environment: TestEnvironment): FrameFilter {
  return (text, pass) => {
    if (!isEvent(text)) return pass()
    const later = () => setTimeout(pass, between(environment, ...late_ms))
    const lot = environment.random()
    if (lot < shares.withheld) return isNumbered(text) ? undefined : pass()
    if (lot < shares.withheld + shares.repeated) {
      pass()
      later()
    } else if (lot < shares.withheld + shares.repeated + shares.late) later()
    else pass()
  }
}

/** Events arrive late, twice, out of order, or not at all, over open connections. */
export const disorderedEvents: Fault = {
  id: 'F8',
  name: 'events out of order, repeated, withheld',
  applies: always,
  async run(environment) {
    const people = [...environment.participants.visitors, ...environment.participants.teams]
    for (const { proxy } of people) proxy.filter = disorder(environment)
    await sleep(between(environment, ...lasts_ms))
    for (const { proxy, line } of people) {
      proxy.filter = undefined
      line.forgetLiveness()
    }
    await sleep(late_ms[1])
  },
}
