import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { DatabaseError } from './database-error.ts'

/** Arbitrary advisory lock key: one migration at a time per database. */
const lock_key = 7_022_951

const fileName = /^\d{4}-[a-z0-9-]+\.sql$/

/**
 * Applies the pending migrations in `folder` (`NNNN-name.sql`, in order of name), all in one transaction.
 * Processes that start together wait for each other.
 *
 * @returns the names of the applied migrations
 * @throws DatabaseError `edited_migration`, `newer_schema`
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<string[]> {
  const files = await readMigrations(folder)
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0') // an index on a big table takes time
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [lock_key])
    await client.query(`create table if not exists schema_migration (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from schema_migration',
    )
    const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
    assertKnownMigrations(applied, files)
    const pending = files.filter(({ name }) => !applied.has(name))
    for (const { name, sql, sha256 } of pending) {
      await client.query(sql)
      await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256])
    }
    await client.query('commit')
    return pending.map(({ name }) => name)
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(failure) // an errored client is closed, and its transaction with it
  }
}

async function readMigrations(folder: string) {
  const names = (await readdir(folder)).filter((name) => fileName.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

function assertKnownMigrations(applied: Map<string, string>, files: { name: string; sha256: string }[]) {
  const hashes = new Map(files.map(({ name, sha256 }) => [name, sha256]))
  for (const [name, sha256] of applied) {
    if (!hashes.has(name)) {
      throw new DatabaseError(
        'newer_schema',
        `The database has the migration ${name}, which this release does not know. Start a newer release.`,
      )
    }
    if (hashes.get(name) !== sha256) {
      throw new DatabaseError(
        'edited_migration',
        `The migration ${name} was changed after it was applied. Restore the file and add a new one.`,
      )
    }
  }
}
