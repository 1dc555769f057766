import { retryUntilOk } from '../caller.ts'
import { always, type Fault } from '../fault.ts'
import { pick } from '../environment.ts'

const times = 20

/** Sends one message many times concurrently with the same id. */
export const repeatedSend: Fault = {
  id: 'F7',
  name: `one message sent ${times} times at once`,
  applies: always,
  async run(environment) {
    const { sender } = pick(environment, [
      ...environment.participants.visitors,
      ...environment.participants.teams,
    ])
    const message = sender.write()
    const send = () => retryUntilOk(() => sender.send(message, AbortSignal.timeout(10_000)))
    const storedIds = await Promise.all(Array.from({ length: times }, send))
    const setups = new Set(storedIds.map(({ seq }) => seq))
    if (setups.size !== 1)
      environment.broken('doubled', `message ${message.id} stands at ${[...setups].join(', ')}`)
    const [first] = storedIds
    if (first) message.seq = first.seq
  },
}
