import { readFileSync } from 'node:fs'

/*
 * A wall clock with an adjustable offset; durations are unaffected. Loaded first (`--import`) by a server, which
 * reads the offset in milliseconds from the file in CHAOS_CLOCK.
 */

const TrueDate = globalThis.Date
const look_ms = 50
let ahead_ms = 0

/** The true time in ms since the epoch, unaffected by changed clocks. */
export const trueNow = (): number => performance.timeOrigin + performance.now()

/** Sets the clock of this process. */
export function shiftClock(ms: number) {
  ahead_ms = ms
}

const now = TrueDate.now
TrueDate.now = () => now() + ahead_ms
globalThis.Date = new Proxy(TrueDate, {
  construct: (target, databaseUrl: [], created) =>
    Reflect.construct(target, databaseUrl.length > 0 ? databaseUrl : [TrueDate.now()], created) as Date,
})

const file = process.env['CHAOS_CLOCK']
if (file) {
  const read = () => shiftClock(Number(readFileSync(file, 'utf8')))
  read()
  setInterval(read, look_ms).unref()
}
