/*
 * The real server with a lever. SIGUSR2 lets it die of kill -9 a few letters later, in the moment it would tell
 * one: the commit stands, and nobody has heard of it.
 */
import { Channels } from '#platform/realtime/channels.ts'

/** Letters it still tells before it dies; a message has four. */
const lettersTold = [20, 400] as const

let letters = Infinity
process.on('SIGUSR2', () => {
  const [fewest, most] = lettersTold
  letters = Math.floor(fewest + Math.random() * (most - fewest))
})
const deliver = Channels.prototype.deliver
Channels.prototype.deliver = function (publication) {
  if (!publication.is_ephemeral && letters-- <= 0) process.kill(process.pid, 'SIGKILL')
  deliver.call(this, publication)
}
await import('../../src/main.ts')
