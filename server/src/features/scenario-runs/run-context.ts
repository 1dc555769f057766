import type { Conversation, FieldValue } from '@ozvi/contract'
import type { KnownFields, RunContext } from '@ozvi/contract/scenario-engine'
import { dayAt, isOpenAt } from '@ozvi/contract/opening-intervals'
import { listConversationsById } from '#features/conversations'
import { findHours } from '#features/hours'
import type { RunKey } from '#features/scenarios'
import type { Context, Db } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import * as store from './store.ts'

export interface RunSetting {
  conversation: Conversation
  context: RunContext
}
/** Reads what the engine needs of a conversation; undefined if the conversation was deleted or merged. */
export async function readSetting(
  ctx: Context,
  db: Db,
  { integration_id, conversation_id }: RunKey,
  run_id: string,
): Promise<RunSetting | undefined> {
  const [conversation] = await listConversationsById(db, integration_id, [conversation_id])
  if (!conversation || conversation.merged_into_id) return undefined
  const contact = await store.findContact(db, integration_id, conversation.contact.id)
  const hours = await findHours(db, integration_id)
  const { fields, priority, tag_ids, team_id, locale, page_url } = conversation
  const known = (values: Record<string, FieldValue | null>): KnownFields => values
  return {
    conversation,
    context: {
      run_id,
      now: isoNow(ctx),
      locale,
      page: page_url ?? '',
      is_open: !hours.is_on || isOpenAt(hours, ctx.now()),
      today: dayAt(hours, ctx.now()),
      contact: contact ?? {},
      conversation: { ...known(fields), priority, tag: tag_ids, team: team_id },
    },
  }
}
