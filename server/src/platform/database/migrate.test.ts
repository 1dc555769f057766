import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { log } from '../../../test/template.ts'
import type { Database } from './database.ts'
import { startEmbedded } from './embedded.ts'
import { schemaTypes } from './generate-types.ts'
import { migrate } from './migrate.ts'

const ours = join(import.meta.dirname, '../../../migrations')
let database: Database
let folder: string

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp(ours, folder, { recursive: true })
})
afterEach(async () => {
  // The database belongs to this file; test migrations are removed by name.
  await database.pool.query(`delete from schema_migration where name like '9%'`)
  await database.pool.query('drop table if exists first, second, half')
  await rm(folder, { recursive: true })
})

const add = (name: string, sql: string) => writeFile(join(folder, name), sql)

test('REL-29 a migrated database has nothing left to apply', async () => {
  expect(await migrate(database.pool, ours)).toEqual([])
})

test('REL-29 new migrations are applied in order of their names, other files are not', async () => {
  await add('9001-second.sql', 'create table second (id int references first)')
  await add('9000-first.sql', 'create table first (id int primary key)')
  await add('9002-notes.txt', 'not sql')
  await mkdir(join(folder, '9003-folder'))
  expect(await migrate(database.pool, folder)).toEqual(['9000-first.sql', '9001-second.sql'])
  expect(await migrate(database.pool, folder)).toEqual([])
})

test('REL-29 processes that start together apply each migration once', async () => {
  await add('9000-first.sql', 'create table first (id int)')
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.pool, folder)))
  expect(applied.flat()).toEqual(['9000-first.sql'])
})

test('REL-29 a failed migration rolls back those before it, and can be repaired', async () => {
  await add('9000-half.sql', 'create table half (id int)')
  await add('9001-wrong.sql', 'create table half (id int)')
  await expect(migrate(database.pool, folder)).rejects.toMatchObject({ code: '42P07' })
  await add('9001-wrong.sql', 'alter table half add column name text')
  expect(await migrate(database.pool, folder)).toEqual(['9000-half.sql', '9001-wrong.sql'])
})

test('REL-29 an edited migration is rejected by name', async () => {
  await add('9000-first.sql', 'create table first (id int)')
  await migrate(database.pool, folder)
  await add('9000-first.sql', 'create table first (id bigint)')
  await expect(migrate(database.pool, folder)).rejects.toMatchObject({
    code: 'edited_migration',
    message: expect.stringContaining('9000-first.sql'),
  })
})

test('REL-29 a database newer than the code is rejected unchanged', async () => {
  await add('9000-first.sql', 'create table first (id int)')
  await migrate(database.pool, folder)
  await rm(join(folder, '9000-first.sql'))
  await add('9001-second.sql', 'create table second (id int)')
  await expect(migrate(database.pool, folder)).rejects.toMatchObject({
    code: 'newer_schema',
    message: expect.stringContaining('9000-first.sql'),
  })
  const { rows } = await database.pool.query(`select to_regclass('second') as second`)
  expect(rows).toEqual([{ second: null }])
})

test('the types in schema.ts match the migrated database', async () => {
  expect(await schemaTypes(ours)).toBe(await readFile(join(ours, 'schema.ts'), 'utf8'))
})

test('REL-29 an upgrade keeps existing settings: unknown resolvers, inactivity that never resolves', async () => {
  const old = await startEmbedded({ log })
  try {
    for (const name of await readdir(folder))
      if (name >= '0109' && name.endsWith('.sql')) await rm(join(folder, name))
    await migrate(old.pool, folder)
    const { rows } = await old.pool.query<{ id: string }>(
      `insert into integration (public_key, name, url) values ('pk_never', 'Never', 'https://a.example'),
        ('pk_week', 'Week', 'https://b.example') returning id`,
    )
    const [never = '', week = ''] = rows.map(({ id }) => id)
    await old.pool.query(
      `insert into reply_targets (integration_id, first_reply_min, next_reply_min, resolve_after_days, updated_at)
        values ($1, '{}', '{}', 7, now())`,
      [week],
    )
    await old.pool.query(
      `with customer as (
        insert into contact (integration_id, kind, locale) values ($1, 'visitor', 'en') returning id)
      insert into conversation (id, integration_id, contact_id, number, subject, locale, status, resolved_at, hand_over_reason)
      select gen_random_uuid(), $1, customer.id, number, '', 'en', status, resolved_at::timestamptz, reason from customer,
        (values (1, 'resolved', '2026-01-01', null), (2, 'open', null, 'cap')) as row (number, status, resolved_at, reason)`,
      [never],
    )
    await migrate(old.pool, ours)
    const conversations = await old.pool.query(
      'select resolved_by, hand_over_reason from conversation order by number',
    )
    expect(conversations.rows).toEqual([
      { resolved_by: 'unknown', hand_over_reason: null },
      { resolved_by: null, hand_over_reason: 'error' },
    ])
    const silence = await old.pool.query(
      'select integration_id, resolve_after_days, inactivity_set_at from reply_targets order by resolve_after_days',
    )
    expect(silence.rows).toEqual([
      { integration_id: week, resolve_after_days: 7, inactivity_set_at: null },
      { integration_id: never, resolve_after_days: null, inactivity_set_at: null },
    ])
  } finally {
    await old.close()
  }
})

test('REL-29 an upgrade renames stored data: changes, merges, columns, segments, events and jobs', async () => {
  const old = await startEmbedded({ log })
  try {
    for (const name of await readdir(folder))
      if (name >= '0200' && name.endsWith('.sql')) await rm(join(folder, name))
    await migrate(old.pool, folder)
    await old.pool.query(await readFile(join(import.meta.dirname, 'test/names-before-0200.sql'), 'utf8'))
    await migrate(old.pool, ours)
    const { rows } = await old.pool.query(`select
      (select json_agg(data order by data ->> 'id') from pgboss.job) as jobs,
      (select columns from contact_columns) as columns, (select filter from saved_view) as filter,
      (select conversation_access from member) as access, (select assignment_mode from team) as mode,
      (select blocked_reason from contact) as reason, (select changes from contact_change) as changes,
      (select change from bulk_action) as bulk, (select preferences from notification_preferences) as preferences, (select filled from contact_merge) as filled, (select source from contact_merge) as source,
      (select json_agg(details order by seq) from message) as details, (select trace from message where seq = 2) as trace`)
    expect(rows).toEqual([
      {
        jobs: [
          { id: 1 },
          { id: 2, action: { kind: 'ticket' } },
          { bulk_action_id: '7', by: { name: 'Eva', ip_prefix: '10.0.0.x' } },
        ],
        columns: ['name', 'consent_summary'],
        filter: { rules: 'consent_summary.contains.news' },
        access: 'own',
        mode: 'round_robin',
        reason: 'Insults',
        changes: [{ field: 'blocked_reason', after: 'Insults' }, { field: 'name' }],
        preferences: { quiet_hours: { is_on: true }, kinds: { assigned: { email: false } } },
        bulk: { kind: 'block', until: null, reason: 'Spam' },
        filled: {
          before: { merged_search_text: '', verified_claim_email_at: null },
          after: { blocked_reason: 'former', unsubscribed_at: null },
        },
        source: {
          row: {
            name: 'former',
            merged_search_text: 'Eva',
            blocked_reason: 'Spam',
            consent_summary: null,
            verified_claim_email: 'a@example.com',
            verified_claim_email_at: null,
            unsubscribed_at: '2026-01-01',
          },
          import_rows: [],
        },
        details: [
          { event: 'auto_assigned', assignment_mode: 'round_robin' },
          { is_confirmed: true },
          { event: 'reply_emailed', emailed_to: 'a@example.com', has_text: true },
          { event: 'reply_not_emailed', not_emailed_reason: 'limit' },
        ],
        trace: { candidates: [{ is_saved_answer: true, is_cited: true }] },
      },
    ])
  } finally {
    await old.close()
  }
})
