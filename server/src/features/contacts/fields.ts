import {
  type ContactField,
  contactFieldChanged,
  contactFieldDeleted,
  folded,
  contactFieldsMax,
  type Input,
  Problem,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import type { Context } from '#platform/context.ts'
import * as store from './field-store.ts'

export const listContactFields = (ctx: Context, { integration_id }: MemberActor) =>
  store.listFields(ctx.db, integration_id)

/** `Plan` and `plan` would be one to everybody. */
const isTaken = (fields: ContactField[], name: string, field_id?: string) =>
  fields.some((field) => field.id !== field_id && folded(field.name) === folded(name))
const distinct = (options: string[]) => [...new Set(options)]

export function createContactField(
  ctx: Context,
  actor: MemberActor,
  { name, type, options }: Input<typeof contract.createContactField>,
) {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    await store.lockFields(tx, integration_id)
    const fields = await store.listFields(tx, integration_id)
    if (fields.length >= contactFieldsMax)
      throw new Problem('invalid_input', { name: [`fields_full:${contactFieldsMax}`] })
    if (isTaken(fields, name)) throw new Problem('invalid_input', { name: ['field_name_taken'] })
    const choices = type === 'list' ? distinct(options) : []
    if (type === 'list' && choices.length === 0)
      throw new Problem('invalid_input', { options: ['options_required'] })
    const field = await store.insertField(tx, {
      integration_id,
      name,
      type,
      options: choices,
      position: (fields.at(-1)?.position ?? -1) + 1,
    })
    await record(ctx, tx, actor, { act: 'contact_field_created', subject: name })
    tx.emit(contactFieldChanged, field)
    return field
  })
}

export function updateContactField(
  ctx: Context,
  actor: MemberActor,
  { field_id, name, options, position }: Input<typeof contract.updateContactField>,
) {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    await store.lockFields(tx, integration_id)
    const fields = await store.listFields(tx, integration_id)
    const field = fields.find(({ id }) => id === field_id)
    if (!field) throw new Problem('not_found')
    if (name !== undefined && isTaken(fields, name, field_id))
      throw new Problem('invalid_input', { name: ['field_name_taken'] })
    const choices = field.type === 'list' && options ? distinct(options) : undefined
    if (choices?.length === 0) throw new Problem('invalid_input', { options: ['options_required'] })
    const others = fields.filter(({ id }) => id !== field_id)
    const placed =
      position === undefined ? fields : [...others.slice(0, position), field, ...others.slice(position)]
    let updated = field
    for (const [place, one] of placed.entries()) {
      const isIt = one.id === field_id
      const changes = {
        ...(isIt && name !== undefined ? { name } : {}),
        ...(isIt && choices ? { options: choices } : {}),
        ...(one.position === place ? {} : { position: place }),
      }
      if (Object.keys(changes).length === 0) continue
      const stored = await store.updateField(tx, { integration_id, field_id: one.id }, changes)
      if (!stored) continue
      if (isIt) updated = stored
      tx.emit(contactFieldChanged, stored)
    }
    const changed = Object.entries({ name, options, position }).filter(([, value]) => value !== undefined)
    if (changed.length > 0)
      await record(ctx, tx, actor, {
        act: 'contact_field_changed',
        subject: field.name,
        details: { fields: changed.map(([one]) => one).join(' ') },
      })
    return updated
  })
}

export async function deleteContactField(
  ctx: Context,
  actor: MemberActor,
  { field_id }: Input<typeof contract.deleteContactField>,
) {
  const { integration_id } = actor
  await ctx.transaction(async (tx) => {
    const field = (await store.listFields(tx, integration_id)).find(({ id }) => id === field_id)
    if (!field || !(await store.deleteField(tx, { integration_id, field_id }))) throw new Problem('not_found')
    await record(ctx, tx, actor, { act: 'contact_field_deleted', subject: field.name })
    tx.emit(contactFieldDeleted, { id: field_id, integration_id })
  })
  return null
}
