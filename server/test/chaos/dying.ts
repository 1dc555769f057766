/*
 * The real server, except that it dies of kill -9 in the moment it would tell its CRASH_LETTERS-th event: the
 * commit stands, and nobody has heard of it.
 */
import { Channels } from '#platform/realtime/channels.ts'

let letters = Number(process.env['CRASH_LETTERS'])
const deliver = Channels.prototype.deliver
Channels.prototype.deliver = function (publication) {
  if (!publication.is_ephemeral && letters-- === 0) process.kill(process.pid, 'SIGKILL')
  deliver.call(this, publication)
}
await import('../../src/main.ts')
