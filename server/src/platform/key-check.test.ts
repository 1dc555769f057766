import { PostgresDialect, Kysely } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { DB } from '#schema'
import { testDatabase } from '../../test/database.ts'
import { ConfigError } from './context/config.ts'
import { checkKeys } from './key-check.ts'

const database = await testDatabase()
afterAll(() => database.close())
const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: database.pool }) })
const keys = (byte: number) => ({
  realtime: { id: '1', key: 'k', secret: 's' },
  derive: () => Buffer.alloc(32, byte),
})

test('REL-30 SEC-46 a database opens only with the keys it was first used with, unless those are lost', async () => {
  await checkKeys(db, keys(1), false)
  await checkKeys(db, keys(1), false)
  await expect(checkKeys(db, keys(2), false)).rejects.toThrow(ConfigError)
  await checkKeys(db, keys(1), false)
  await checkKeys(db, keys(2), true)
  await checkKeys(db, keys(2), false)
  await expect(checkKeys(db, keys(1), false)).rejects.toThrow(/KEYS_REPLACED=on/)
})
