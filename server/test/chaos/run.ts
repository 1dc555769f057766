/*
 * npm run chaos -- [--rounds 20] [--database-url postgres://…]
 * Kills the server under load and prints what it saw; ends with 1 if a promise was broken.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../../../tools/free-port.ts'

import { storm } from './storm.ts'

/** Everybody must be back within this time after a kill. */
const recoveryWithin_ms = 10_000

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    'database-url': { type: 'string' },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
const times = (figures: number[]) =>
  `median ${Math.round(median(figures))} ms, longest ${Math.round(Math.max(0, ...figures))} ms of ${figures.length}`

const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-chaos-'))
const place = {
  data_dir,
  database_url: values['database-url'],
  port: await freePort(),
  realtime_port: await freePort(),
}
say(`${values.rounds} rounds on ${place.database_url ? 'PostgreSQL' : 'the embedded database'}`)
const outcome = await storm({ place, rounds: Number(values.rounds), onRound: say })
const { faults, kills, deserted, received, letters, ready_ms, live_again_ms } = outcome
const slowest_ms = Math.max(0, ...live_again_ms)
if (slowest_ms > recoveryWithin_ms) faults.push(`a recovery took ${slowest_ms} ms`)
say(
  [
    '',
    `kills          ${kills.any_moment} at any moment, ${kills.telling} while telling, ${kills.starting} while starting`,
    `messages       ${outcome.sent} sent, ${outcome.acknowledged} acknowledged, ${outcome.unclear} unclear ends`,
    `               ${outcome.messages} stored; ${deserted.stored} of them never acknowledged, ${deserted.lost} such are not`,
    `received       by ${received.threads} threads: ${received.applied} told, ${received.read} read, ${received.known} heard twice, ${received.gaps} gaps`,
    `letters        ${letters.left} left behind, ${letters.judged} pairs of letter and listener judged`,
    `ready again    ${times(ready_ms)}`,
    `live again     ${times(live_again_ms)}`,
    `took           ${Math.round(outcome.took_s)} s`,
    faults.length === 0 ? 'every promise kept' : `${faults.length} PROMISES BROKEN`,
    ...new Set(faults.slice(0, 20)),
  ].join('\n'),
)
if (faults.length === 0) rmSync(data_dir, { recursive: true, force: true })
else say(`the data folder is kept: ${data_dir}`)
process.exit(faults.length === 0 ? 0 : 1)
