/*
 * The real server with a control. After SIGUSR2 it publishes a few more events and is killed with kill -9 right
 * before the next one: that event is committed, and no one has received it.
 */
import { Channels } from '#platform/realtime/channels.ts'

/** Events it still publishes before it is killed; a message has four. */
const eventsBeforeKill = [20, 400] as const

let eventsLeft = Infinity
process.on('SIGUSR2', () => {
  const [fewest, most] = eventsBeforeKill
  eventsLeft = Math.floor(fewest + Math.random() * (most - fewest))
})
const deliver = Channels.prototype.deliver
Channels.prototype.deliver = function (publication) {
  if (!publication.is_ephemeral && eventsLeft-- <= 0) process.kill(process.pid, 'SIGKILL')
  deliver.call(this, publication)
}
await import('../../src/main.ts')
