import {
  type AssistantSettings,
  assistantSettingsChanged,
  type FirstAnswerer,
  type Input,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { isOpenAt } from '@ozvi/contract/opening-intervals'
import { record } from '#features/audit-log'
import { findHours } from '#features/hours'
import { hasTeam, type MemberActor } from '#features/integrations'
import type { Context, Db } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { definedFields } from '#platform/defined-fields.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { changeAssistantSettings, findAssistantSettings, isVerified } from './store.ts'

export const getAssistantSettings = (ctx: Context, { integration_id }: MemberActor) =>
  findAssistantSettings(ctx.db, integration_id)

export function updateAssistantSettings(
  ctx: Context,
  actor: MemberActor,
  { integration_id: _, ...input }: Input<typeof contract.updateAssistantSettings>,
): Promise<AssistantSettings> {
  const changes = definedFields(input)
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    await changeAssistantSettings(tx, integration_id, changes, isoNow(ctx))
    const settings = await findAssistantSettings(tx, integration_id)
    if (settings.may_help_confidence_min > settings.answer_confidence_min)
      throw validationError('may_help_confidence_min', 'above_answer_confidence_min')
    if (Object.keys(changes).length > 0)
      await record(ctx, tx, actor, {
        action: 'assistant_changed',
        details: { fields: Object.keys(changes).join(' ') },
      })
    tx.emit(assistantSettingsChanged, settings)
    return settings
  })
}

/** Whether a new conversation starts with the team. Always false in a workspace without a team. */
export async function startsWithTeam(
  ctx: Context,
  db: Db,
  {
    integration_id,
    contact_id,
  }: { integration_id: string; /** Without one: an anonymous visitor. */ contact_id?: string },
): Promise<boolean> {
  const settings = await findAssistantSettings(db, integration_id)
  const { is_on, first_for_visitors, first_for_customers } = settings
  if (is_on && first_for_visitors === 'assistant' && first_for_customers === 'assistant') return false
  if (!(await hasTeam(db, integration_id))) return false
  if (!is_on) return true
  const isCustomer = contact_id !== undefined && (await isVerified(db, integration_id, contact_id))
  const first: FirstAnswerer = isCustomer ? first_for_customers : first_for_visitors
  if (first !== 'assistant_out_of_hours') return first === 'team'
  const hours = await findHours(db, integration_id)
  // Without opening hours the team is always available.
  return !hours.is_on || isOpenAt(hours, ctx.now())
}
