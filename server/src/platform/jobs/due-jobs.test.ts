import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../test/database.ts'
import { log } from '../../../test/template.ts'
import type { Database } from '#platform/database/index.ts'
import { createJobs, defineJob } from './index.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database?.close())

/** The database, and the texts of the statements that it was given. */
function withStatements(): { watched: Database; statements: string[] } {
  const statements: string[] = []
  const query = (...args: Parameters<Database['pool']['query']>) => {
    const [first] = args as unknown[] // a text, or an object with one
    statements.push(typeof first === 'string' ? first : String((first as { text: unknown }).text))
    return database.pool.query(...args)
  }
  const pool = Object.assign(Object.create(database.pool), { query }) as Database['pool']
  return { watched: { ...database, pool }, statements }
}

test('a server without work looks for due jobs of all kinds with one statement', async () => {
  const { watched, statements } = withStatements()
  const jobs = createJobs({ database: watched, log })
  const kinds = Array.from({ length: 20 }, (_, number) => defineJob(`test.idle-${number}`, z.object({})))
  for (const kind of kinds) jobs.register(kind, async () => {})
  await jobs.start()
  const checks = () => statements.filter((text) => text.includes('unnest($1::text[]) as kind(name)')).length
  await expect.poll(checks, { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
  const claims = statements.filter((text) => /skip locked/i.test(text)).length
  // Workers start with the first job of their kind; pg-boss's own look for schedules.
  expect(claims).toBeLessThan(kinds.length)
  await jobs.stop({ timeout_ms: 1_000 })
})
