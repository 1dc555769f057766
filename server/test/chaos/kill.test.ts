import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { onServer, siblingUrl } from '../postgres-server.ts'
import { embeddedTemplate, serverTemplate } from '../template.ts'
import { chaos } from './chaos.ts'
import { disorderedEvents } from './faults/disorder.ts'
import { kill } from './faults/kill.ts'
import { repeatedSend } from './faults/repeats.ts'
import { breachesOf } from './report.ts'

const server_url = process.env['TEST_DATABASE_URL']

/** Uses an existing database, because creating one isn't tested here. @returns its URL, if any */
async function makeDatabase(data_dir: string): Promise<string | undefined> {
  if (server_url) {
    const name = `ozvi_test_${randomUUID().replaceAll('-', '')}`
    await onServer(server_url, `create database ${name} template ${await serverTemplate(server_url)}`)
    return siblingUrl(server_url, name)
  }
  const folder = path.join(data_dir, 'database')
  mkdirSync(folder, { mode: 0o700 })
  execFileSync('tar', ['-xf', await embeddedTemplate(), '-C', folder], { stdio: 'ignore' })
  return undefined
}

/** A short version of `npm run chaos`. */
test(
  'REL-01 REL-02 REL-06 REL-17 kill -9, repeated sends and reordering neither lose nor duplicate acknowledged messages, and every client gets them',
  { timeout: 300_000 },
  async () => {
    const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-chaos-'))
    const database_url = await makeDatabase(data_dir)
    // Repeats and disorder are the same on both databases.
    const besidesKills = server_url ? [] : [repeatedSend, disorderedEvents]
    const plan = [kill('any_moment'), ...besidesKills, kill('telling')]
    const outcome = await chaos({ data_dir, database_url, plan, owners: 2, visitors_each: 3 })
    expect(breachesOf(outcome)).toEqual([])
    expect(outcome.rounds.map(({ fault }) => fault)).toEqual(plan)
    const { acknowledged, unclear, outboxEvents } = outcome
    for (const seen of [acknowledged, unclear, outboxEvents.left]) expect(seen).toBeGreaterThan(0)

    // The data of a failed run is kept.
    rmSync(data_dir, { recursive: true, force: true })
    if (server_url && database_url)
      await onServer(server_url, `drop database ${new URL(database_url).pathname.slice(1)} with (force)`)
  },
)
