import { hubspotChanged, day_ms } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { type HubspotClient, HubspotError, ticketScope } from '../client.ts'
import { sendConversations } from '../conversations/conversation-send.ts'
import { listSendable } from '../conversations/conversation-store.ts'
import { type Crm, type CrmPage, openCrm } from '../crm.ts'
import { defaultMapping, type Lookups } from './fields.ts'
import { syncJob } from '../jobs.ts'
import { deleteOldChanges } from './ledger.ts'
import { readLookups } from './lookups.ts'
import { syncContacts } from './outbound.ts'
import { syncAnnounced } from './pending.ts'
import { listPendingRecords } from './pending-store.ts'
import { hasPlan } from '../plan.ts'
import { listChosen, listOutdated } from '../properties/properties-store.ts'
import { readOutdated } from '../properties/outdated.ts'
import { type Counts, type Run, syncRecords } from './records.ts'
import { hubspotOf } from '../state.ts'
import { findConnection, type StoredConnection, updateConnection } from '../store.ts'
import * as ignored from './ignored-records-store.ts'
import * as store from './sync-store.ts'

const contacts_at_once = 100
/** How long a sync can still recognize the records of erased contacts. A workspace may sync rarely. */
const erasedCreations_ms = 180 * day_ms
/** HubSpot's search returns at most 10,000 results; then it starts again at the last change seen. */
const search_max = 9_900

export async function emitState(ctx: Context, tx: Tx, integration_id: string): Promise<void> {
  if (await updateConnection(tx, integration_id, {}))
    tx.emit(hubspotChanged, await hubspotOf(ctx, tx, integration_id))
}

/** A run that compares all contacts, page by page. */
interface FullRun extends Run {
  sync: store.RunningSync
}

/** Adds the counts and the next position. @returns false if the run was stopped */
const saver =
  ({ ctx, sync }: FullRun, next: { phase: 'in' | 'out'; position: string | null; since?: string }) =>
  async (tx: Tx, counts: Counts): Promise<boolean> => {
    const row = await store.lockRunning(tx, sync)
    if (!row) return false
    const sums = Object.fromEntries(
      Object.entries(counts).map(([name, count]) => [name, row[name as keyof Counts] + count]),
    )
    await store.updateSync(tx, sync, { ...sums, ...next })
    await emitState(ctx, tx, sync.integration_id)
    return true
  }

/** One page of contacts of HubSpot. */
async function readPage(run: FullRun, properties: string[]): Promise<void> {
  const { crm, sync } = run
  const after = sync.position ?? undefined
  const page = sync.since
    ? await crm.changedSince(properties, sync.since, after)
    : await crm.list(properties, after)
  await syncRecords(run, page.records, saver(run, nextPosition(sync, page)))
}

function nextPosition({ since }: FullRun['sync'], { records, next }: CrmPage): Parameters<typeof saver>[1] {
  if (!next) return { phase: 'out', position: null }
  // A search returns a limited number of records, so it is repeated from the last one.
  const last = records.at(-1)
  if (since !== null && Number(next) >= search_max && last)
    return { phase: 'in', position: null, since: last.updated_at }
  return { phase: 'in', position: next }
}

/** One page of contacts of the workspace. @returns whether it was the last */
async function sendPage(run: FullRun, properties: string[]): Promise<boolean> {
  const { ctx, sync, hub_id } = run
  const account = { integration_id: sync.integration_id, hub_id }
  const contacts = await store.listPending(ctx.db, account, sync.position, contacts_at_once)
  const last = contacts.at(-1)
  if (!last) return true
  await syncContacts(run, contacts, properties, saver(run, { phase: 'out', position: sync.position }))
  await ctx.transaction((tx) => store.updateSync(tx, sync, { position: last.id }))
  return contacts.length < contacts_at_once
}

const propertiesOf = ({ mapping, chosen }: Run) => [
  ...new Set(['email', ...mapping.map(({ property }) => property), ...chosen.map(({ name }) => name)]),
]

async function end(
  ctx: Context,
  key: store.SyncKey,
  status: 'done' | 'failed' | 'canceled',
  hub_id?: string,
) {
  const { integration_id } = key
  await ctx.transaction(async (tx) => {
    const row = await store.lockRunning(tx, key)
    if (!row) return
    await store.updateSync(tx, key, { status, ended_at: isoNow(ctx) })
    if (row.kind === 'dry_run' && status === 'done' && hub_id)
      await store.saveSettings(tx, { integration_id, tried_hub_id: hub_id })
    await deleteOldChanges(tx, integration_id, ctx.now())
    const kept_since = new Date(ctx.now() - erasedCreations_ms).toISOString()
    await ignored.deleteOldErasedCreations(tx, integration_id, kept_since)
    await emitState(ctx, tx, integration_id)
  })
}
export const cancelRunning = async (ctx: Context, integration_id: string): Promise<void> => {
  const running = await store.findRunning(ctx.db, integration_id)
  if (running) await end(ctx, running, 'canceled')
}

async function work(run: FullRun, waiting: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const { ctx, hub_id } = run
  const properties = propertiesOf(run)
  let isLast = false
  while (!isLast) {
    signal.throwIfAborted()
    const sync = await store.findRunning(ctx.db, run.sync.integration_id)
    if (sync?.id !== run.sync.id) return
    const at = { ...run, sync }
    if (sync.phase === 'in') await readPage(at, properties)
    else isLast = await sendPage(at, properties)
    await waiting()
  }
  await end(ctx, run.sync, 'done', hub_id)
}

/** Continues later: a new job starts when HubSpot's limit allows it. */
async function waitForLimit(ctx: Context, integration_id: string, retry_after_s: number) {
  await ctx.transaction(async (tx) => {
    const retry_at = new Date(ctx.now() + retry_after_s * 1000).toISOString()
    await updateConnection(tx, integration_id, { retry_at })
    await emitState(ctx, tx, integration_id)
    await tx.enqueue(
      syncJob,
      { integration_id },
      { singleton_key: integration_id, start_after_s: retry_after_s },
    )
  })
}

/** The objects that conversations become. */
const kindsOf = (
  { sends_notes, sends_tickets }: { sends_notes: boolean; sends_tickets: boolean },
  scopes: readonly string[],
) => [
  ...(sends_notes ? (['note'] as const) : []),
  ...(sends_tickets && scopes.includes(ticketScope) ? (['ticket'] as const) : []),
]

/** What a workspace syncs now. Without the plan it only ends the sync of merged and erased contacts. */
async function choicesOf(ctx: Context, { integration_id, hub_id, scopes }: StoredConnection) {
  const settings = await store.findSettings(ctx.db, integration_id)
  const isIncluded = settings !== undefined && (await hasPlan(ctx, integration_id))
  return {
    mapping: settings?.mapping ?? defaultMapping,
    chosen: isIncluded ? await listChosen(ctx.db, integration_id) : [],
    isIncluded,
    isAutomatic: isIncluded && settings.is_automatic && settings.tried_hub_id === hub_id,
    kinds: isIncluded ? kindsOf(settings, scopes) : [],
  }
}
type Choices = Awaited<ReturnType<typeof choicesOf>>

/** Syncs announced records, sends the conversations that have changed, and then continues the current run. */
async function runWaiting(
  ctx: Context,
  crm: Crm,
  { integration_id, hub_id }: StoredConnection,
  { mapping, chosen, isIncluded, isAutomatic, kinds }: Choices,
  { sync, signal }: { sync: store.RunningSync | undefined; signal: AbortSignal },
): Promise<void> {
  let known: Promise<Lookups> | undefined
  const lookups = () => (known ??= readLookups(ctx, crm, integration_id))
  const run = { ctx, crm, hub_id, mapping, chosen, lookups }
  const since = isoNow(ctx)
  const small: Run = { ...run, sync: { integration_id, kind: 'sync', since } }
  const waiting = async () => {
    await syncAnnounced(small, propertiesOf(small), isAutomatic, signal)
    if (isIncluded) await readOutdated(small, signal)
    await sendConversations(small, kinds, signal)
  }
  await waiting()
  if (sync) await work({ ...run, sync }, waiting, signal)
}

/** Runs or continues the current sync of a workspace, and what waits to be read or sent. */
export async function runSync(
  ctx: Context,
  client: HubspotClient,
  integration_id: string,
  { signal, attempt }: { signal: AbortSignal; attempt: number },
): Promise<void> {
  const sync = await store.findRunning(ctx.db, integration_id)
  const fail = async () => {
    if (sync) await end(ctx, sync, 'failed')
  }
  const connection = await findConnection(ctx.db, integration_id)
  if (connection?.status !== 'connected') return fail()
  const wait_s = connection.retry_at ? Math.ceil((Date.parse(connection.retry_at) - ctx.now()) / 1_000) : 0
  // Something else has woken this job before HubSpot's limit allows it.
  if (wait_s > 1) return waitForLimit(ctx, integration_id, wait_s)
  if (connection.retry_at)
    await ctx.transaction((tx) => updateConnection(tx, integration_id, { retry_at: null }))
  const choices = await choicesOf(ctx, connection)
  const isWaiting = async () =>
    (await listPendingRecords(ctx.db, connection, 1)).length > 0 ||
    (choices.isIncluded && (await listOutdated(ctx.db, connection, 1)).length > 0) ||
    (choices.kinds.length > 0 && (await listSendable(ctx.db, connection, choices.kinds, 1)).length > 0)
  if (!sync && !(await isWaiting())) return
  try {
    const crm = openCrm(ctx, client, integration_id, signal)
    await runWaiting(ctx, crm, connection, choices, { sync, signal })
  } catch (error) {
    if (!(error instanceof HubspotError)) throw error
    if (error.failure === 'rate_limited') return waitForLimit(ctx, integration_id, error.retry_after_s)
    // Only a member can reconnect; nothing else repairs a request that HubSpot rejects.
    if (error.failure !== 'unavailable' || attempt > syncJob.retry_limit) {
      ctx.log.warn({ err: error, integration_id }, 'hubspot: a sync failed')
      return fail()
    }
    throw error
  }
}
