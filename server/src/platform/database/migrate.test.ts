import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import type { Database } from './database.ts'
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
  // The database is of this file only; what a test migrated is taken back by its name.
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

test('REL-29 a migration that fails takes those before it back, and can be repaired', async () => {
  await add('9000-half.sql', 'create table half (id int)')
  await add('9001-wrong.sql', 'create table half (id int)')
  await expect(migrate(database.pool, folder)).rejects.toMatchObject({ code: '42P07' })
  await add('9001-wrong.sql', 'alter table half add column name text')
  expect(await migrate(database.pool, folder)).toEqual(['9000-half.sql', '9001-wrong.sql'])
})

test('REL-29 an edited migration is refused by name', async () => {
  await add('9000-first.sql', 'create table first (id int)')
  await migrate(database.pool, folder)
  await add('9000-first.sql', 'create table first (id bigint)')
  await expect(migrate(database.pool, folder)).rejects.toMatchObject({
    code: 'edited_migration',
    message: expect.stringContaining('9000-first.sql'),
  })
})

test('REL-29 a database that knows more than the code is refused, and left as it is', async () => {
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

test('the types in schema.ts are those of the migrated database', async () => {
  expect(await schemaTypes(ours)).toBe(await readFile(join(ours, 'schema.ts'), 'utf8'))
})
