import { createHash } from 'node:crypto'
import { type Input, Problem, pushDevicesChanged, pushDevicesMax } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { type MemberActor, ownAudience, sessionOf } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { pushKeys } from './push-keys.ts'
import { pushNotificationJob } from './push.ts'
import * as store from './push-store.ts'

export const listPushDevices = async (ctx: Context, actor: MemberActor) => ({
  public_key: pushKeys(ctx.secrets).public_key,
  devices: await store.listDevices(ctx.db, actor),
})

/** @throws Problem `invalid_input` on `endpoint` if the address can't be called */
export function addPushDevice(
  ctx: Context,
  actor: MemberActor,
  { endpoint, keys }: Input<typeof contract.addPushDevice>,
) {
  const { integration_id, user_id } = actor
  if (ctx.egress.staticUrlProblem(endpoint)) throw validationError('endpoint', 'url_blocked')
  return ctx.transaction(async (tx) => {
    const device = await store.upsertDevice(
      tx,
      {
        integration_id,
        user_id,
        session_hash: sessionOf(actor).id_hash,
        endpoint_hash: createHash('sha256').update(endpoint).digest(),
        endpoint,
        ...keys,
        created_at: isoNow(ctx),
      },
      pushDevicesMax,
    )
    tx.emit(pushDevicesChanged, { integration_id }, { user_id }, ownAudience(integration_id, user_id))
    return device
  })
}

export async function removePushDevice(
  ctx: Context,
  { integration_id, user_id }: MemberActor,
  { device_id }: Input<typeof contract.removePushDevice>,
) {
  await ctx.transaction(async (tx) => {
    if (!(await store.deleteDevice(tx, { integration_id, device_id }, user_id)))
      throw new Problem('not_found')
    tx.emit(pushDevicesChanged, { integration_id }, { user_id }, ownAudience(integration_id, user_id))
  })
  return null
}

export async function testPushDevice(
  ctx: Context,
  { integration_id, user_id }: MemberActor,
  { device_id }: Input<typeof contract.testPushDevice>,
) {
  const device = await store.findDevice(ctx.db, { integration_id, device_id })
  if (device?.user_id !== user_id) throw new Problem('not_found')
  await ctx.transaction((tx) => tx.enqueue(pushNotificationJob, { integration_id, device_id }))
  return null
}
