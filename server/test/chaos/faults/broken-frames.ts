import { brokenFrames, closeCodeFor } from '#platform/realtime/test/broken-frames.ts'
import { always, type Fault } from '../fault.ts'
import { pick } from '../environment.ts'

/** A client sends malformed frames of every kind. */
export const malformedFrames: Fault = {
  id: 'F10',
  name: 'malformed frames',
  applies: always,
  async run(environment) {
    const { place } = pick(environment, environment.nodes_running)
    const { key } = pick(environment, environment.participants.visitors).realtime
    await Promise.all(
      brokenFrames.map(async ([how, code, bytes]) => {
        const answer = await closeCodeFor({ port: place.port, key }, bytes)
        if (answer !== code)
          environment.broken('other', `a frame ${how} was closed with ${answer}, not ${code}`)
      }),
    )
  },
}
