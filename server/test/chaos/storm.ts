import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { assemble, type Cast } from './cast.ts'
import { type LetterRow, preserve, readTables, type Tables } from './forensics.ts'
import * as oracle from './oracle.ts'
import { judgeRepeats, quieten } from './settle.ts'
import { type ServerPlace, type ServerProcess, startServer } from './server-process.ts'

export interface StormOptions {
  place: ServerPlace
  /** Kills, each followed by a restart; at least 2. */
  rounds: number
  owners?: number
  visitors_each?: number
  pause_ms_max?: number
  /** Hears of every round. */
  onRound?: (line: string) => void
}
/** How a server meets its end: at any moment, in the moment of telling a commit's events, or while it starts. */
export type Ending = 'any_moment' | 'telling' | 'starting'

export interface Outcome {
  /** Broken promises, as sentences. */
  faults: string[]
  kills: Record<Ending, number>
  sent: number
  acknowledged: number
  /** Attempts whose end was unclear. */
  unclear: number
  /** Never acknowledged and never asked again: stored all the same, or not. */
  deserted: { stored: number; lost: number }
  /** Rows of the message table, automatic ones too. */
  messages: number
  /** How entries came to the receivers: told, told again, after a gap, or read. */
  received: { threads: number; applied: number; known: number; gaps: number; read: number }
  /** Left untold by killed servers; pairs of letter and listener that could be judged. */
  letters: { left: number; judged: number }
  /** From the start of a process to its readiness. */
  ready_ms: number[]
  /** From a kill until everybody was live on every channel again. */
  live_again_ms: number[]
  took_s: number
}

/** The last round always leaves letters behind. */
const endingOf = (round: number, rounds: number): Ending =>
  round === rounds - 1 || round % 5 === 2 ? 'telling' : round % 5 === 4 ? 'starting' : 'any_moment'

const between = (low: number, high: number) => low + Math.random() * (high - low)
/** After it was ready. */
const life_ms = [200, 2_000] as const
/** After its process was started. */
const startingLife_ms = [50, 1_200] as const
/** Letters a server tells before it dies of the next one; a message has four. */
const lettersTold = [20, 400] as const
const patience_ms = 90_000
/** Letters left behind are taken after 5 seconds by a sweep that comes every 2. */
const sweep_ms = 8_000

/** Waits until `isTrue`, by looking again. @returns false after a long time in vain */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = performance.now() + patience_ms
  while (!(await isTrue())) {
    if (performance.now() > end) return false
    await sleep(20)
  }
  return true
}

/**
 * Kills the real server again and again while people write and listen, and compares what they were promised
 * with what there is.
 */
export async function storm(options: StormOptions): Promise<Outcome> {
  const { place, rounds, owners = 4, visitors_each = 5, pause_ms_max = 150, onRound = () => {} } = options
  const begun_at = performance.now()
  const faults: string[] = []
  const onFault = (fault: string) => void faults.push(fault)
  const kills: Record<Ending, number> = { any_moment: 0, telling: 0, starting: 0 }
  const ready_ms: number[] = []
  const live_again_ms: number[] = []
  const letters = { left: 0, judged: 0 }
  let left: { rows: LetterRow[]; killed_at: number } = { rows: [], killed_at: 0 }
  let server: ServerProcess
  let cast: Cast | undefined

  /** Starts a server and lets it meet its end. @returns when it is dead */
  function start(ending: Ending | 'none'): Promise<void> {
    const isDying = ending === 'telling'
    const started = (server = startServer(place, {
      ...(isDying ? { file: path.join(import.meta.dirname, 'dying.ts') } : {}),
      environment: isDying ? { CRASH_LETTERS: String(Math.floor(between(...lettersTold))) } : {},
    }))
    return (async () => {
      if (ending === 'starting') await sleep(between(...startingLife_ms))
      else {
        ready_ms.push(await started.ready())
        if (ending === 'none') return
        if (ending === 'any_moment') await sleep(between(...life_ms))
        else await until(() => started.child.signalCode !== null)
      }
      await started.kill()
      kills[ending]++
      if (started.child.signalCode !== 'SIGKILL')
        onFault(`a server ended by itself:\n${started.complaints()}`)
    })()
  }

  /** Judges what a dead server has left, before anybody repairs it. The next one is started beside. */
  async function examine(people: Cast, next: Ending | 'none') {
    const killed_at = Date.now()
    const acked = oracle.acknowledged(people)
    const wasAlive = oracle.liveness(people)
    const look = await preserve(place)
    const nextEnd = start(next)
    // before the look, which costs what a start costs
    await recover(people, server, killed_at)
    const tables = await look()
    faults.push(
      ...oracle.judgeAcknowledged(acked, tables),
      ...oracle.judgeNumbers(tables),
      ...oracle.judgeExtras(people, tables),
    )
    judgeTold(tables, wasAlive)
    const before = new Set(left.rows.map(({ id }) => id))
    letters.left += tables.letters.filter(({ id }) => !before.has(id)).length
    left = { rows: tables.letters, killed_at }
    return { nextEnd, line: `${acked.length} acknowledged, ${tables.letters.length} letters left` }
  }
  function judgeTold(tables: Tables, wasAlive: ReturnType<typeof oracle.liveness>) {
    const remaining = new Set(tables.letters.map(({ id }) => id))
    const gone = left.rows.filter(({ id }) => !remaining.has(id))
    const told = oracle.judgeLetters(gone, left.killed_at, wasAlive)
    faults.push(...told.faults)
    letters.judged += told.judged
  }
  /** Notes how long it takes until everybody is live again, unless the next kill comes first. */
  async function recover(people: Cast, { child }: ServerProcess, killed_at: number) {
    const isDead = () => child.signalCode !== null || child.exitCode !== null
    const areLive = () => people.lines.every((line) => line.isLive())
    if (!(await until(() => isDead() || areLive()))) onFault('not everybody was live again in time')
    else if (!isDead()) live_again_ms.push(Date.now() - killed_at)
  }
  async function stop() {
    const exit_code = await server.stop()
    if (exit_code !== 0) onFault(`a server asked to stop ended with ${exit_code}:\n${server.complaints()}`)
  }

  try {
    await start('none')
    const people = (cast = await assemble(place, { owners, visitors_each, pause_ms_max, onFault }))
    if (!(await until(() => people.lines.every((line) => line.isLive())))) onFault('not everybody got live')
    for (const sender of people.senders) sender.start()
    await sleep(between(...life_ms))
    await server!.kill()
    kills.any_moment++
    for (let round = 0; round < rounds; round++) {
      const next = round + 1 < rounds ? endingOf(round + 1, rounds) : 'none'
      const { nextEnd, line } = await examine(people, next)
      onRound(`${round + 1}/${rounds} ${line}, ${faults.length} faults; next: ${next}`)
      await nextEnd
    }

    if (!(await quieten(people, until))) onFault('the receivers never caught up')
    faults.push(...(await judgeRepeats(people)))
    const newest = Math.max(0, ...left.rows.map(({ created_at }) => Date.parse(created_at)))
    await until(() => Date.now() > newest + sweep_ms)
    const wasAlive = oracle.liveness(people)
    await stop()
    await people.close()
    const tables = await readTables(place)
    judgeTold(tables, wasAlive)
    faults.push(
      ...oracle.judgeAcknowledged(oracle.acknowledged(people), tables),
      ...oracle.judgeNumbers(tables),
      ...oracle.judgeExtras(people, tables),
      ...oracle.judgeReceivers(people, tables),
    )
    if (tables.letters.length > 0) onFault(`${tables.letters.length} letters were never told`)

    const sent = people.senders.flatMap((sender) => sender.sent)
    const stored = new Set(tables.messages.map(({ id }) => id))
    const unacked = sent.filter(({ seq }) => seq === undefined)
    const count = (name: 'applied' | 'known' | 'gaps' | 'read') =>
      people.held.reduce((sum, { thread }) => sum + thread.counts[name], 0)
    return {
      faults,
      kills,
      sent: sent.length,
      acknowledged: sent.length - unacked.length,
      unclear: sent.reduce((sum, { unclear }) => sum + unclear, 0),
      deserted: {
        stored: unacked.filter(({ id }) => stored.has(id)).length,
        lost: unacked.filter(({ id }) => !stored.has(id)).length,
      },
      messages: tables.messages.length,
      received: {
        threads: people.held.length,
        applied: count('applied'),
        known: count('known'),
        gaps: count('gaps'),
        read: count('read'),
      },
      letters,
      ready_ms,
      live_again_ms,
      took_s: (performance.now() - begun_at) / 1_000,
    }
  } finally {
    await cast?.close()
    await server!.kill()
  }
}
