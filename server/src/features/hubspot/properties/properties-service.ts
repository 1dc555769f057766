import type { ChosenHubspotProperty, HubspotProperty, Input } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import { requirePlanFeature } from '#features/plans'
import type { Context } from '#platform/context/context.ts'
import { assertNoFieldErrors, validationError } from '#platform/http/validation-error.ts'
import type { PropertyDefinition } from '../crm.ts'
import { syncJob } from '../jobs.ts'
import * as store from './properties-store.ts'
import type { FindClient } from '../service.ts'
import { hubspotOf } from '../state.ts'
import { findConnection } from '../store.ts'
import { emitState } from '../sync/sync.ts'
import { ask } from '../sync/sync-service.ts'
import { saveSettings } from '../sync/sync-store.ts'

export const listHubspotProperties =
  (find: FindClient) =>
  async (ctx: Context, { integration_id }: MemberActor): Promise<HubspotProperty[]> =>
    (await ask(ctx, find, integration_id, (crm) => crm.properties())).map(({ options: _, ...each }) => each)

export const listChosenHubspotProperties = (ctx: Context, { integration_id }: MemberActor) =>
  store.listChosen(ctx.db, integration_id)

/** @throws Problem `invalid_input` */
function choose(
  names: readonly string[],
  definitions: readonly PropertyDefinition[],
): ChosenHubspotProperty[] {
  const errors: Record<string, string[]> = {}
  const chosen = names.flatMap((name, index) => {
    const definition = definitions.find((each) => each.name === name)
    if (!definition || definition.is_reference) errors[`properties.${index}`] = ['hubspot_property_unknown']
    else if (names.indexOf(name) < index) errors[`properties.${index}`] = ['hubspot_property_chosen']
    if (!definition) return []
    const { label, type, options } = definition
    return [{ name, label, type, options }]
  })
  assertNoFieldErrors(errors)
  return chosen
}

export const updateHubspotProperties =
  (find: FindClient) =>
  async (
    ctx: Context,
    actor: MemberActor,
    { properties }: Input<typeof contract.updateHubspotProperties>,
  ) => {
    const { integration_id } = actor
    await requirePlanFeature(ctx, ctx.db, integration_id, 'hubspot')
    const chosen = choose(properties, await ask(ctx, find, integration_id, (crm) => crm.properties()))
    return ctx.transaction(async (tx) => {
      const connection = await findConnection(tx, integration_id)
      if (!connection) throw validationError('hubspot', 'hubspot_not_connected')
      const { hub_id } = connection
      await saveSettings(tx, {
        integration_id,
        properties: JSON.stringify(chosen),
        properties_hub_id: hub_id,
      })
      await store.keepValues(tx, { integration_id, hub_id }, properties)
      if (properties.length > 0)
        await tx.enqueue(syncJob, { integration_id }, { singleton_key: integration_id })
      await record(ctx, tx, actor, { action: 'hubspot_changed' })
      await emitState(ctx, tx, integration_id)
      return hubspotOf(ctx, tx, integration_id)
    })
  }
