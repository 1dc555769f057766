import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { embeddedTemplate, unpackTemplate } from '../../../test/template.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { embeddedPgVersion } from './embedded-folder.ts'
import { connectDatabase } from './connect-database.ts'
import { runMaintenance } from './maintenance.ts'

/** Generous for a busy machine; normally much faster. */
const soon = { timeout: 60_000 }

const log = pino({ level: 'silent' })
const kill_rounds = Number(process.env['KILL_ROUNDS'] ?? 1)
const data_dir = mkdtempSync(join(tmpdir(), 'embedded-'))
let database: EmbeddedDatabase

beforeAll(async () => {
  database = await startEmbedded({
    template: await embeddedTemplate(),
    statement_limit_ms: 2_000,
    idle_transaction_ms: 1_000,
    log,
  })
  await database.pool.query('create table note (id serial primary key, text text not null)')
})
afterAll(async () => {
  await database.close()
  rmSync(data_dir, { recursive: true, force: true })
})

const endless = `do $$ begin loop end loop; end $$`

test('the embedded PostgreSQL has the major version of its data folders', async () => {
  const { rows } = await database.pool.query('show server_version_num')
  expect(rows[0].server_version_num.slice(0, 2)).toBe(embeddedPgVersion)
})

test('REL-14 a statement over its time limit is canceled, committed rows stay, and the pool recovers automatically', async () => {
  // An in-memory database restarts from its template, so only a folder keeps rows.
  const folder = join(data_dir, 'limited')
  await unpackTemplate(folder)
  const limited = await startEmbedded({ folder: join(folder, 'database'), statement_limit_ms: 2_000, log })
  try {
    await limited.pool.query('create table note (text text)')
    await limited.pool.query(`insert into note values ('kept')`)
    const stuck = limited.pool.query(endless)
    const behind = Array.from({ length: 12 }, () => limited.pool.query('select 1'))
    const settled = await Promise.allSettled([stuck, ...behind])
    expect(settled[0]).toMatchObject({ status: 'rejected', reason: { code: '57P01' } })
    expect((await limited.pool.query('select text from note')).rows).toEqual([{ text: 'kept' }])
  } finally {
    await limited.close()
  }
})

test('a transaction can lift its own limit', async () => {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('set local statement_timeout = 0')
  await client.query('select pg_sleep(2.5)')
  await client.query('commit')
  client.release()
})

test('an idle transaction is rolled back, and those behind it continue', async () => {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query(`insert into note (text) values ('silent')`)
  const lost = once(client, 'error')
  const { rows } = await database.pool.query(`select * from note where text = 'silent'`)
  expect(rows).toEqual([])
  expect(await lost).toMatchObject([{ code: '25P03' }])
  client.release(true)
})

test('queries of other clients don’t prolong an idle transaction', async () => {
  const client = await database.pool.connect()
  await client.query('begin')
  const lost = once(client, 'error')
  let has_lost = false
  void lost.then(() => (has_lost = true))
  const others = []
  while (!has_lost) {
    others.push(database.pool.query('select 1'))
    await sleep(100)
  }
  await Promise.all(others)
  client.release(true)
})

test('COPY FROM STDIN fails with an error, also inside a transaction, and the connection stays open', async () => {
  const client = await database.pool.connect()
  try {
    const expectedError = { code: '57014', message: expect.stringContaining('takes no COPY FROM STDIN') }
    await expect(client.query('copy note from stdin')).rejects.toMatchObject(expectedError)
    await expect(client.query({ name: 'named', text: 'copy note from stdin' })).rejects.toMatchObject(
      expectedError,
    )
    await client.query('begin')
    await expect(client.query('COPY note (text) FROM STDIN WITH (FORMAT csv)')).rejects.toMatchObject(
      expectedError,
    )
    await client.query('rollback')
    expect((await client.query(`select 'copy me from stdin' as text`)).rows).toEqual([
      { text: 'copy me from stdin' },
    ])
  } finally {
    client.release()
  }
})

test('a listener keeps receiving after another client stops listening', async () => {
  const received: string[] = []
  const stop = await database.listen('shared', { received: (payload) => received.push(payload), live() {} })
  const client = await database.pool.connect()
  await client.query('listen shared')
  await client.query('unlisten shared')
  client.release()
  await database.pool.query(`select pg_notify('shared', 'still here')`)
  await expect.poll(() => received, soon).toEqual(['still here'])
  await stop()
})

test('a listener reconnects automatically after a restart of the backend', async () => {
  const received: string[] = []
  let times_live = 0
  const listener = { received: (payload: string) => received.push(payload), live: () => times_live++ }
  const stop = await database.listen('revived', listener)
  await expect(database.pool.query(endless)).rejects.toMatchObject({ code: '57P01' })
  await expect.poll(() => times_live, soon).toBe(2)
  await database.pool.query(`select pg_notify('revived', 'again')`)
  await expect.poll(() => received, soon).toEqual(['again'])
  await stop()
})

test('REL-14 a backend that dies is replaced; queries in the meantime wait for the next one', async () => {
  const client = await database.pool.connect()
  // PGlite can't run programs and exits.
  await expect(client.query(`copy (select 1) to program 'true'`)).rejects.toMatchObject({ code: '57P01' })
  client.release(true)
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('maintenance reclaims dead rows', async () => {
  const client = await database.pool.connect()
  await client.query('create table busy as select generate_series(1, 1000) as id')
  await client.query('update busy set id = id + 1')
  client.release()
  const dead = async () => {
    const { rows } = await database.pool.query(
      `select n_dead_tup from pg_stat_user_tables where relname = 'busy'`,
    )
    return rows[0].n_dead_tup
  }
  await expect.poll(dead, soon).toBeGreaterThan(0)
  await runMaintenance(database.pool)
  await expect.poll(dead, soon).toBe(0)
})

function startWriter(folder: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'test/writer.ts'), folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const acked: number[] = []
  let complaint = ''
  child.stderr.on('data', (chunk) => (complaint += chunk))
  let is_ready = false
  createInterface(child.stdout).on('line', (line) => {
    if (line === 'ready') is_ready = true
    else acked.push(Number(line))
  })
  const exited = once(child, 'exit')
  return { child, acked, exited, isReady: () => is_ready, complaint: () => complaint }
}

test(
  'REL-01 every acknowledged row survives kill -9',
  { timeout: 180_000 + kill_rounds * 30_000 },
  async () => {
    const acked = new Set<number>()
    for (let round = 0; round < kill_rounds; round++) {
      const writer = startWriter(data_dir)
      try {
        await expect.poll(writer.isReady, { timeout: 120_000 }).toBe(true)
        await expect.poll(() => writer.acked.length, soon).toBeGreaterThan(20)
        await sleep(Math.random() * 150)
      } finally {
        writer.child.kill('SIGKILL')
        await writer.exited
      }
      for (const id of writer.acked) acked.add(id)
      const reopened = await connectDatabase({ data_dir, log })
      const { rows } = await reopened.pool.query('select array_agg(id) as ids, count(*) as lines from line')
      const { rows: totals } = await reopened.pool.query('select lines from total')
      await reopened.close()
      const there = new Set<number>(rows[0].ids)
      expect([...acked].filter((id) => !there.has(id))).toEqual([])
      expect(totals).toEqual([{ lines: rows[0].lines }])
    }
  },
)

test('REL-31 a second process is rejected with a message that names the folder; a dead one’s lock is ignored', async () => {
  const holder = await connectDatabase({ data_dir, log })
  try {
    const second = startWriter(data_dir)
    expect((await second.exited)[0]).not.toBe(0)
    expect(second.complaint()).toContain(`The database in ${join(data_dir, 'database')} is already open`)
    await expect(connectDatabase({ data_dir, log })).rejects.toMatchObject({ code: 'in_use' })
  } finally {
    await holder.close()
  }
  await (await connectDatabase({ data_dir, log })).close()
})

test('a database in a folder waits for the disk at every commit', async () => {
  const warn = vi.fn()
  const durable = await connectDatabase({ data_dir, log: { info() {}, warn, error() {} } })
  expect(warn).not.toHaveBeenCalled()
  expect((await durable.pool.query('show fsync')).rows).toEqual([{ fsync: 'on' }])
  await durable.close()
})

test('a database is created within the memory of a small server', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(data_dir, 'memory-'))
  const report =
    'import { writeSync } from "node:fs"; process.on("exit", () => writeSync(1, String(process.resourceUsage().maxRSS)))'
  const create = join(import.meta.dirname, 'embedded-create.ts')
  const args = ['--import', `data:text/javascript,${report}`, create, folder]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  // 650 MB; the optimizing compiler would take 400 MB more.
  expect(Number(stdout) / 1024).toBeLessThan(850)
})

test('a folder of another major version is rejected unchanged', async () => {
  const folder = mkdtempSync(join(data_dir, 'older-'))
  writeFileSync(join(folder, 'PG_VERSION'), '17\n')
  await expect(startEmbedded({ folder, log })).rejects.toMatchObject({
    code: 'other_major',
    message: expect.stringContaining('PostgreSQL 17'),
  })
  expect(readdirSync(folder)).toEqual(['PG_VERSION'])
})
