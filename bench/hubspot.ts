import { setTimeout as sleep } from 'node:timers/promises'
import {
  authorizeHubspot,
  connectHubspot,
  getHubspot,
  type HubspotSync,
  startHubspotSync,
  tryHubspotSync,
} from '@ozvi/contract'
import { connectDatabase } from '../server/src/platform/database/index.ts'
import { type Caller, newOwner } from '../server/test/chaos/caller.ts'
import { type ServerPlace, startServer } from '../server/test/chaos/server-process.ts'
import { memory_mib } from './cpu.ts'
import { type FakeHubspot, fakeHubspot } from '../server/test/fakes/hubspot.ts'
import { log } from '../server/test/template.ts'
import { median, type Row, row } from './report.ts'
import { databases, withTempDatabase } from './temp-database.ts'

const poll_ms = 500

/** Contacts created by an import. */
async function insertContacts(
  { data_dir, database_url }: ServerPlace,
  integration_id: string,
  count: number,
) {
  const { pool, close } = await connectDatabase({ database_url, data_dir, log })
  await pool.query(
    `insert into contact (integration_id, id, kind, name, email, import_file)
     select $1, gen_random_uuid(), 'lead', 'Out ' || n, 'out' || n || '@shop.example', 'list.csv'
     from generate_series(1, $2::int) n`,
    [integration_id, count],
  )
  await close()
}
async function countContacts({ data_dir, database_url }: ServerPlace, integration_id: string) {
  const { pool, close } = await connectDatabase({ database_url, data_dir, log })
  const { rows } = await pool.query<{ all: number; distinct: number }>(
    `select count(*)::int as all, count(distinct lower(email))::int as distinct
     from contact where integration_id = $1`,
    [integration_id],
  )
  await close()
  return rows[0] ?? { all: 0, distinct: 0 }
}

async function connect(caller: Caller, hubspot: FakeHubspot, integration_id: string): Promise<void> {
  const { url } = await caller.call(authorizeHubspot, { integration_id })
  const { searchParams } = hubspot.grant(url)
  const [code, state] = [searchParams.get('code') ?? '', searchParams.get('state') ?? '']
  await caller.call(connectHubspot, { integration_id, code, state })
}

async function ended(
  caller: Caller,
  integration_id: string,
  each: (sync: HubspotSync) => Promise<void> = async () => {},
): Promise<HubspotSync> {
  for (;;) {
    const { sync } = await caller.call(getHubspot, { integration_id })
    if (sync && sync.status !== 'running') return sync
    if (sync) await each(sync)
    await sleep(poll_ms)
  }
}

/** Rate limits and failures of one call in ten; a failed creation may have worked. */
function failOften(hubspot: FakeHubspot): { calls: number; failed: number } {
  const count = { calls: 0, failed: 0 }
  hubspot.fault = (method) => {
    count.calls++
    if (count.calls % 10 !== 0) return undefined
    count.failed++
    return count.failed % 2 === 0
      ? { status: 429, headers: { 'retry-after': '1' } }
      : { status: 502, is_late: method === 'POST' }
  }
  return count
}

/** Medians of the four quarters of a series. */
function quarters(samples: readonly number[]): string {
  const size = Math.ceil(samples.length / 4)
  return [0, 1, 2, 3].map((n) => median(samples.slice(n * size, (n + 1) * size)).toFixed(0)).join(', ')
}

async function measure(place: ServerPlace, name: string, contacts: number): Promise<Row[]> {
  const hubspot = await fakeHubspot()
  const { environment } = hubspot
  const half = contacts / 2
  let server = startServer(place, { environment })
  await server.ready()
  const { caller, integration } = await newOwner(place, 'owner')
  const { id: integration_id } = integration
  await connect(caller, hubspot, integration_id)
  await server.stop()
  await insertContacts(place, integration_id, half)
  for (let n = 1; n <= half; n++)
    hubspot.crm.create('contacts', { properties: { email: `in${n}@shop.example`, firstname: `In ${n}` } })

  server = startServer(place, { environment })
  await server.ready()
  const dry_at = performance.now()
  await caller.call(tryHubspotSync, { integration_id })
  await ended(caller, integration_id)
  const dry_s = (performance.now() - dry_at) / 1_000
  const count = failOften(hubspot)
  const started_at = performance.now()
  await caller.call(startHubspotSync, { integration_id })
  const beforeKill: number[] = []
  const afterKill: number[] = []
  let restarts = 0
  const done = await ended(caller, integration_id, async ({ compared }) => {
    hubspot.calls.length = 0
    ;(restarts < 2 ? beforeKill : afterKill).push(memory_mib(server.child.pid))
    // Once in each direction: in HubSpot, then in the product.
    if (restarts === 0 && compared > contacts * 0.25) {
      restarts++
      await hubspot.restart()
    } else if (restarts === 1 && compared > contacts * 0.75) {
      restarts++
      await server.kill()
      server = startServer(place, { environment })
      await server.ready()
    }
  })
  const seconds = (performance.now() - started_at) / 1_000
  hubspot.fault = () => undefined
  await caller.call(startHubspotSync, { integration_id })
  const again = await ended(caller, integration_id)
  await server.stop()
  const ours = await countContacts(place, integration_id)
  const theirs = [...hubspot.crm.all('contacts').values()].map(({ properties }) => properties['email'])
  await hubspot.stop()
  return [
    row(
      `${contacts} contacts synced both ways, ${name}`,
      `${seconds.toFixed(1)} s`,
      `${done.status}; ${count.calls} calls, ${count.failed} of them failed, HubSpot restarted once, the server killed once; dry run ${dry_s.toFixed(1)} s`,
    ),
    row(
      'Contacts afterwards',
      `${ours.all} and ${theirs.length}`,
      `here and in HubSpot; ${ours.distinct} and ${new Set(theirs).size} addresses`,
    ),
    row(
      'Changes of the next sync',
      String(again.created_in + again.created_out + again.updated_in + again.updated_out),
      `${again.status}, ${again.compared} compared`,
    ),
    row(
      'Memory of the server',
      `at most ${Math.max(...beforeKill, ...afterKill).toFixed(0)} MiB`,
      `${quarters(beforeKill)} MiB in the quarters of the time before the server was killed, ${quarters(afterKill)} after`,
    ),
  ]
}

/** A sync of contacts in both directions with a HubSpot that fails often. */
export async function hubspotSync(contacts: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, server_url } of databases())
    await withTempDatabase(server_url, async (place) => {
      rows.push(...(await measure(place, name, contacts)))
    })
  return rows
}
