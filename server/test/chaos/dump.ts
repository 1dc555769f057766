import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Message } from '@ozvi/contract'
import type pg from 'pg'
import { pino } from 'pino'
import { connectDatabase } from '#platform/database/index.ts'
import type { ServerPlace } from './server-process.ts'

/** The database that has the tables. */
type Home = Pick<ServerPlace, 'data_dir' | 'database_url'>

export type MessageRow = Pick<Message, 'id' | 'conversation_id' | 'seq' | 'author' | 'kind' | 'body'> & {
  author_id: string
  is_visible: boolean
}
export interface ConversationRow {
  id: string
  integration_id: string
  number: number
  last_seq: number
  last_visitor_seq: number
  last_message_preview: string
  version: number
}
/** An unpublished event. */
export interface OutboxRow {
  id: number
  channel: string
  event: string
  data: unknown
  created_at: string
}
/** Contents of the database, read directly. */
export interface Tables {
  messages: MessageRow[]
  conversations: ConversationRow[]
  outbox: OutboxRow[]
}

/** A consistent snapshot, also during writes. */
async function read(client: pg.PoolClient): Promise<Tables> {
  const all = async <Row>(text: string) => (await client.query(text)).rows as Row[]
  await client.query('begin isolation level repeatable read read only')
  const tables = {
    messages: await all<MessageRow>(
      'select id, conversation_id, seq, author, author_id, kind, body, is_visible from message order by conversation_id, seq',
    ),
    conversations: await all<ConversationRow>(
      'select id, integration_id, number, last_seq, last_visitor_seq, last_message_preview, version from conversation order by id',
    ),
    outbox: await all<OutboxRow>(
      'select id, channel, event, data, created_at from outbox where published_at is null order by id',
    ),
  }
  await client.query('commit')
  return tables
}

async function readFrom(options: Home): Promise<Tables> {
  const database = await connectDatabase({ ...options, log: pino({ level: 'silent' }) })
  try {
    const client = await database.pool.connect()
    const tables = await read(client)
    client.release()
    return tables
  } finally {
    await database.close()
  }
}

/**
 * Copies the data of a crashed server, so that the next one can start immediately. An embedded folder is copied
 * first: recovering the original is the server's job. @returns a function that reads the tables as they were
 */
export async function dump({ data_dir, database_url }: Home): Promise<() => Promise<Tables>> {
  if (database_url) {
    const tables = await readFrom({ database_url, data_dir })
    return async () => tables
  }
  const copy = mkdtempSync(path.join(tmpdir(), 'ozvi-chaos-copy-'))
  cpSync(path.join(data_dir, 'database'), path.join(copy, 'database'), { recursive: true })
  return async () => {
    try {
      return await readFrom({ data_dir: copy })
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }
}

/** Reads the tables: on a server at any time, on the embedded database only while no process has it open. */
export const readTables = ({ data_dir, database_url }: Home) => readFrom({ data_dir, database_url })
