import { eventNamespace } from '@ozvi/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { DB } from '#schema'
import { transaction } from './database/index.ts'

/** One event on its way: channel, name on the wire, data. */
export interface Letter {
  channel: string
  event: string
  data: unknown
}
interface Stored {
  ids: number[]
  letters: Letter[]
}
type Publish = (letter: Letter) => void

/** Told letters are struck off together, this often. */
const strike_ms = 250
/** A letter older than this was left behind by a process that died between commit and telling. */
const orphan_s = 5
const sweep_ms = 2_000

export const wireName = (name: string): string => `${eventNamespace}${name}`

/**
 * Keeps the promise that what was committed is told. Letters are written in the commit and published after
 * it; a crash in between leaves them to the sweep of the next process. Hearing one twice is harmless: every
 * event carries its `seq`, `version` or id.
 */
export function createOutbox({ db, publish, log }: { db: Kysely<DB>; publish: Publish; log: Logger }) {
  let told: number[] = []
  let striking: Promise<void> = Promise.resolve()

  async function strike(): Promise<void> {
    const ids = told
    if (ids.length === 0) return
    told = []
    await sql`delete from outbox where id = any(${ids}::bigint[])`.execute(db).catch((error: unknown) => {
      told.push(...ids)
      log.warn({ err: error }, 'told events could not be struck off; trying again')
    })
  }
  async function sweep(): Promise<void> {
    await transaction(db, async (tx) => {
      const left = await tx
        .deleteFrom('outbox')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('outbox')
            .where('created_at', '<', sql<string>`now() - make_interval(secs => ${orphan_s})`)
            .select('id')
            .orderBy('id')
            .limit(500)
            .forUpdate()
            .skipLocked(),
        )
        .returning(['id', 'channel', 'event', 'data'])
        .execute()
      const pending = new Set(told)
      // Before the commit: whoever dies in between has them told once more, never not at all.
      for (const { id, channel, event, data } of left.sort((a, b) => a.id - b.id)) {
        if (!pending.has(id)) publish({ channel, event, data })
      }
    }).catch((error: unknown) => log.warn({ err: error }, 'the outbox could not be swept'))
  }
  const every = (ms: number, work: () => Promise<void>) =>
    setInterval(() => {
      striking = striking.then(work)
    }, ms).unref()
  const timers = [every(strike_ms, strike), every(sweep_ms, sweep)]

  return {
    /** Writes the letters as part of the transaction. */
    async store(tx: Transaction<DB>, letters: Letter[]): Promise<Stored> {
      const rows = await tx
        .insertInto('outbox')
        .values(letters.map(({ channel, event, data }) => ({ channel, event, data: JSON.stringify(data) })))
        .returning('id')
        .execute()
      return { ids: rows.map(({ id }) => id), letters }
    },
    /** To be called after the commit. */
    tell({ ids, letters }: Stored): void {
      for (const letter of letters) publish(letter)
      told.push(...ids)
    },
    sweep,
    async close(): Promise<void> {
      for (const timer of timers) clearInterval(timer)
      await striking
      await strike()
    },
  }
}
