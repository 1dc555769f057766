import pg from 'pg'
import { createServer } from '../server/src/create-server.ts'
import { readConfig } from '../server/src/platform/context/config.ts'
import { connectDatabase } from '../server/src/platform/database/index.ts'
import { openContext } from '../server/src/platform/context/open-context.ts'
import { loadSecrets } from '../server/src/platform/secrets/secrets.ts'
import type { Visitor } from '../server/test/chaos/caller.ts'
import type { ServerPlace } from '../server/test/chaos/server-process.ts'
import { log } from '../server/test/template.ts'
import { body } from './post.ts'

/** The statements of the server, verbatim. */
export interface Statement {
  text: string
  values: unknown[]
  /** Inside the message's transaction; otherwise before it, in its own. */
  is_inside: boolean
}
/** Background statements that run regardless of messages. */
const isAside = /^(delete from outbox|select 1$)/

/** Records every statement through the pools of this process while `work` runs. */
async function record(work: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = []
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, values = []] = given as [string | { text: string; values?: unknown[] }, unknown[]?]
    const { text, values: own } = typeof first === 'string' ? { text: first, values } : { values, ...first }
    const is_inside = statements.some((each) => each.text === 'begin')
    statements.push({ text, values: own, is_inside: is_inside || text === 'begin' })
    return query.apply(this, given as never)
  } as typeof query // The overloads are passed through.
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return statements
}

export interface Replay {
  /** The statements of one message, in order. */
  statements: Statement[]
  /** Runs those statements for a message of that visitor. */
  message(visitor: Visitor): Promise<void>
  /** Inserts one row in its own transaction. */
  bareInsert(): Promise<void>
  close(): Promise<void>
}

/**
 * Records the statements of one visitor's POST and can run them for other visitors through the same kind of pool,
 * without a server. No other process may have the embedded database open.
 */
export async function openReplay(place: ServerPlace, sample: Visitor, visitors: Visitor[]): Promise<Replay> {
  const config = readConfig({
    DATA_DIR: place.data_dir,
    PORT: String(place.port),
    ...(place.database_url ? { DATABASE_URL: place.database_url } : {}),
  })
  const database = await connectDatabase({
    database_url: config.database_url,
    data_dir: config.data_dir,
    log,
  })
  const { pool } = database
  const id = crypto.randomUUID()
  const opened = await openContext({ config, secrets: loadSecrets(config), log, database })
  const { app } = await createServer(opened)
  const statements = (
    await record(async () => {
      const reply = await app.inject({
        method: 'POST',
        url: `/api/visitor/conversation/${sample.conversation_id}/message`,
        headers: sample.caller.headers,
        payload: { id, body, locale: 'en' },
      })
      if (reply.statusCode !== 200) throw new Error(`not acknowledged: ${reply.statusCode} ${reply.body}`)
    })
  ).filter(({ text }) => !isAside.test(text))
  await app.close()

  const tokens = new Map(
    (
      await pool.query<{ contact_id: string; token_hash: Buffer }>(
        'select contact_id, token_hash from visitor_token',
      )
    ).rows.map(({ contact_id, token_hash }) => [contact_id, token_hash]),
  )
  /** The sample's value in a message of another visitor. */
  function adapt(value: unknown, to: Visitor, message_id: string): unknown {
    if (Buffer.isBuffer(value)) return tokens.get(to.contact_id)
    if (typeof value !== 'string') return value
    return value
      .replaceAll(id, message_id)
      .replaceAll(sample.conversation_id, to.conversation_id)
      .replaceAll(sample.contact_id, to.contact_id)
      .replaceAll(sample.integration_id, to.integration_id)
  }
  // Deleted in one batch, like the server does.
  let emittedIds: unknown[] = []
  let striking: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    const ids = emittedIds
    emittedIds = []
    if (ids.length > 0) striking = pool.query('delete from outbox where id = any($1::bigint[])', [ids])
  }, 250)

  await pool.query('create table if not exists bench_line (id uuid primary key, body text not null)')
  if (visitors.some(({ contact_id }) => !tokens.has(contact_id)))
    throw new Error('a visitor is not in this database')

  return {
    statements,
    async message(visitor) {
      const message_id = crypto.randomUUID()
      const valuesOf = ({ values }: Statement) => values.map((value) => adapt(value, visitor, message_id))
      for (const each of statements.filter(({ is_inside }) => !is_inside))
        await pool.query(each.text, valuesOf(each))
      const client = await pool.connect()
      try {
        for (const each of statements.filter(({ is_inside }) => is_inside)) {
          const { rows } = await client.query(each.text, valuesOf(each))
          if (each.text.trim().startsWith('insert into outbox')) emittedIds.push(...rows.map((row) => row.id))
        }
      } finally {
        client.release()
      }
    },
    async bareInsert() {
      await pool.query('insert into bench_line (id, body) values ($1, $2)', [crypto.randomUUID(), body])
    },
    async close() {
      clearInterval(timer)
      await striking
      await opened.close()
    },
  }
}
