import {
  type FieldErrorCode,
  type FieldErrors,
  type HubspotMapping,
  hubspotFields,
  type Input,
  minute_ms,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { changeContact, contactFields } from '#features/contacts'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import { requirePlanFeature } from '#features/plans'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { assertNoFieldErrors, validationError } from '#platform/http/validation-error.ts'
import { listSenders } from '../conversations/conversation-store.ts'
import { type Crm, openCrm } from '../crm.ts'
import {
  changesOf,
  defaultMapping,
  isReference,
  ourBase,
  ourValues,
  propertiesOf,
  splitName,
  theirValues,
} from './fields.ts'
import { syncJob } from '../jobs.ts'
import { getChange, listChanges, markUndone } from './ledger.ts'
import { listAnnounced } from './pending-store.ts'
import { listOutdatedWorkspaces } from '../properties/properties-store.ts'
import { hasPlan } from '../plan.ts'
import { readLookups, withCompanies } from './lookups.ts'
import { clientOf, type FindClient } from '../service.ts'
import { hubspotOf } from '../state.ts'
import { findConnection } from '../store.ts'
import { cancelRunning, emitState } from './sync.ts'
import * as store from './sync-store.ts'
import { problemOf } from '../tokens.ts'
import { isWrittenProperty, mappingOfWritten } from '../properties/written-properties.ts'

/** Requests to HubSpot that a member waits for. @throws Problem `invalid_input` on `hubspot` */
export async function ask<T>(
  ctx: Context,
  find: FindClient,
  integration_id: string,
  work: (crm: Crm) => Promise<T>,
) {
  const client = clientOf(ctx, find)
  try {
    return await work(openCrm(ctx, client, integration_id))
  } catch (error) {
    throw problemOf(error)
  }
}

function checkMapping(
  mapping: readonly HubspotMapping[],
  fields: readonly string[],
  properties: readonly contract.HubspotProperty[],
): void {
  const errors: FieldErrors = {}
  for (const [index, { field, property, direction }] of mapping.entries()) {
    const known = properties.find(({ name }) => name === property)
    const others = mapping.slice(0, index)
    if (!fields.includes(field)) errors[`mapping.${index}.field`] = ['hubspot_field_unknown']
    else if (others.some((other) => other.field === field))
      errors[`mapping.${index}.field`] = ['hubspot_field_twice']
    const isOwner = property === 'hubspot_owner_id'
    if (!known || isOwner !== (field === 'owner_id'))
      errors[`mapping.${index}.property`] = ['hubspot_property_unknown']
    else if (others.some((other) => other.property === property))
      errors[`mapping.${index}.property`] = ['hubspot_property_twice']
    else if (direction !== 'in' && (known.is_read_only || isReference(property)))
      errors[`mapping.${index}.property`] = ['hubspot_property_read_only']
  }
  assertNoFieldErrors(errors)
}

export const updateHubspotMapping =
  (find: FindClient) =>
  async (
    ctx: Context,
    actor: MemberActor,
    { mapping, is_automatic }: Input<typeof contract.updateHubspotMapping>,
  ) => {
    const { integration_id } = actor
    // Turning off is always possible.
    if (mapping || is_automatic) await requirePlanFeature(ctx, ctx.db, integration_id, 'hubspot')
    if (mapping) {
      const custom = await contactFields.list(ctx.db, integration_id)
      const fields = [...hubspotFields, ...custom.map(({ id }) => `fields.${id}`)]
      checkMapping(mapping, fields, await ask(ctx, find, integration_id, (crm) => crm.properties()))
    }
    return ctx.transaction(async (tx) => {
      await store.saveSettings(tx, {
        integration_id,
        ...(is_automatic === undefined ? {} : { is_automatic }),
        // Another mapping has to be tried first.
        ...(mapping ? { mapping: JSON.stringify(mapping), tried_hub_id: null } : {}),
      })
      await record(ctx, tx, actor, { action: 'hubspot_changed' })
      await emitState(ctx, tx, integration_id)
      return hubspotOf(ctx, tx, integration_id)
    })
  }

/** @param since null: all contacts @returns false if another run isn't finished */
async function insertRun(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  kind: 'dry_run' | 'sync',
  since: string | null,
): Promise<boolean> {
  const started_at = isoNow(ctx)
  const id = crypto.randomUUID()
  if (!(await store.insertSync(tx, { integration_id, id, kind, phase: 'in', since, started_at })))
    return false
  await tx.enqueue(syncJob, { integration_id }, { singleton_key: integration_id })
  await emitState(ctx, tx, integration_id)
  return true
}

const invalidHubspot = (code: FieldErrorCode) => validationError('hubspot', code)
export const startSync =
  (kind: 'dry_run' | 'sync') =>
  (ctx: Context, { integration_id }: MemberActor) =>
    ctx.transaction(async (tx) => {
      await requirePlanFeature(ctx, tx, integration_id, 'hubspot')
      const connection = await findConnection(tx, integration_id)
      if (connection?.status !== 'connected') throw invalidHubspot('hubspot_not_connected')
      const settings = await store.findSettings(tx, integration_id)
      if (kind === 'sync' && settings?.tried_hub_id !== connection.hub_id)
        throw invalidHubspot('hubspot_try_first')
      if (!(await insertRun(ctx, tx, integration_id, kind, null))) throw invalidHubspot('hubspot_running')
      return hubspotOf(ctx, tx, integration_id)
    })

/** The search of HubSpot finds a change only after a while. */
const overlap_ms = 10 * minute_ms
export async function startAutomatic(ctx: Context): Promise<void> {
  const waiting = [
    await listAnnounced(ctx.db),
    await listSenders(ctx.db),
    await listOutdatedWorkspaces(ctx.db),
  ]
  for (const integration_id of new Set(waiting.flat()))
    await ctx.transaction((tx) => tx.enqueue(syncJob, { integration_id }, { singleton_key: integration_id }))
  for (const integration_id of await store.listAutomatic(ctx.db)) {
    const done_at = await store.findLastDone(ctx.db, integration_id)
    const since = done_at ? new Date(Date.parse(done_at) - overlap_ms).toISOString() : null
    if (!(await hasPlan(ctx, integration_id))) continue
    await ctx.transaction((tx) => insertRun(ctx, tx, integration_id, 'sync', since))
  }
}

export async function cancelHubspotSync(ctx: Context, { integration_id }: MemberActor) {
  await cancelRunning(ctx, integration_id)
  return hubspotOf(ctx, ctx.db, integration_id)
}

export const listHubspotChanges = (ctx: Context, { integration_id }: MemberActor) =>
  listChanges(ctx.db, integration_id)

/** Values that are still what the sync wrote, with those before. */
const restorable = (
  now: Record<string, string>,
  { before, after }: { before: Record<string, string>; after: Record<string, string> },
) => Object.fromEntries(Object.entries(before).filter(([field]) => now[field] === after[field]))

export const undoHubspotChange =
  (find: FindClient) =>
  async (ctx: Context, actor: MemberActor, { change_id }: Input<typeof contract.undoHubspotChange>) => {
    const { integration_id } = actor
    const entry = await getChange(ctx.db, integration_id, change_id)
    if (entry.action !== 'updated') throw invalidHubspot('hubspot_not_an_update')
    if (entry.undone_at) return entry
    const connection = await findConnection(ctx.db, integration_id)
    if (connection?.status !== 'connected') throw invalidHubspot('hubspot_not_connected')
    const { hub_id } = connection
    const contact = await store.findLinked(ctx.db, { integration_id, hub_id }, entry.contact_id)
    if (!contact?.hubspot_id) throw invalidHubspot('hubspot_not_connected')
    const { hubspot_id } = contact
    const settings = await store.findSettings(ctx.db, integration_id)
    const mapping = [...(settings?.mapping ?? defaultMapping), ...mappingOfWritten(Object.keys(entry.before))]
    const { theirs, lookups } = await ask(ctx, find, integration_id, async (crm) => {
      const names = mapping.map(({ property }) => property)
      const [found] = await crm.read([hubspot_id], names)
      const lookups = await withCompanies(
        await readLookups(ctx, crm, integration_id),
        crm,
        found ? [found] : [],
      )
      const now = found ? theirValues(mapping, found, lookups) : {}
      const back = entry.direction === 'out' ? restorable(now, entry) : {}
      const properties = propertiesOf(mapping, back)
      if (Object.keys(properties).length > 0) await crm.update([{ id: hubspot_id, properties }])
      return { theirs: { ...now, ...back }, lookups }
    })
    return ctx.transaction(async (tx) => {
      const names = splitName(contact, [ourBase(contact.base)])
      const ours = ourValues(mapping, contact, names)
      const back = entry.direction === 'in' ? restorable(ours, entry) : {}
      const key = { integration_id, contact_id: contact.id }
      if (Object.keys(back).length > 0) await changeContact(tx, key, actor, changesOf(back, names, lookups))
      // Both sides count as synced: the next sync doesn't repeat the change.
      const pairs = Object.keys(entry.before)
        .filter((field) => !isWrittenProperty(field))
        .map((field): [string, [string, string]] => [
          field,
          [{ ...ours, ...back }[field] ?? '', theirs[field] ?? ''],
        ])
      await store.saveLink(tx, {
        integration_id,
        hub_id,
        contact_id: contact.id,
        hubspot_id,
        base: { ...contact.base, ...Object.fromEntries(pairs) },
        contact_version: (await store.lockVersion(tx, integration_id, contact.id)) ?? contact.version,
        // The inbox may show a property that was restored.
        is_outdated: entry.direction === 'out',
      })
      await markUndone(tx, integration_id, change_id, isoNow(ctx))
      await emitState(ctx, tx, integration_id)
      return getChange(tx, integration_id, change_id)
    })
  }
