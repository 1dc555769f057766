import { brokenFrames, closeCodeFor } from '#platform/realtime/test/broken-frames.ts'
import { always, type Fault } from '../fault.ts'
import { pick } from '../stage.ts'

/** Somebody speaks nonsense, in every way there is, beside those who talk. */
export const malformedFrames: Fault = {
  id: 'F10',
  name: 'malformed frames',
  applies: always,
  async run(stage) {
    const { place } = pick(stage, stage.nodes_running)
    const { key } = pick(stage, stage.cast.visitors).realtime
    await Promise.all(
      brokenFrames.map(async ([how, code, bytes]) => {
        const answer = await closeCodeFor({ port: place.port, key }, bytes)
        if (answer !== code) stage.broken('other', `a frame ${how} was closed with ${answer}, not ${code}`)
      }),
    )
  },
}
