import { insist } from '../caller.ts'
import { always, type Fault } from '../fault.ts'
import { pick } from '../stage.ts'

const times = 20

/** One message is sent many times at once, under its one id. */
export const repeatedSend: Fault = {
  id: 'F7',
  name: `one message sent ${times} times at once`,
  applies: always,
  async run(stage) {
    const { sender } = pick(stage, [...stage.cast.visitors, ...stage.cast.teams])
    const message = sender.write()
    const send = () => insist(() => sender.send(message, AbortSignal.timeout(10_000)))
    const stored = await Promise.all(Array.from({ length: times }, send))
    const places = new Set(stored.map(({ seq }) => seq))
    if (places.size !== 1)
      stage.broken('doubled', `message ${message.id} stands at ${[...places].join(', ')}`)
    const [first] = stored
    if (first) message.seq = first.seq
  },
}
