import { hour_ms } from '@ozvi/contract'
import { isRecorded, type AuditLine, record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import * as store from './store.ts'

/** Repeated downloads of the same file by the same member within this time are one entry. */
const onceIn_ms = hour_ms

/**
 * Records in the audit log that a member downloaded a file of a conversation. The entry contains the
 * conversation's number and the file's id: a file name could contain the name of a person who is erased
 * later.
 */
export async function recordDownload(ctx: Context, actor: MemberActor, file_id: string): Promise<void> {
  const conversation = await store.findConversationOf(ctx.db, file_id, actor)
  // Files of canned replies and macros, and unsent ones, belong to the team.
  if (!conversation) return
  const entry: AuditLine = {
    action: 'file_downloaded',
    subject: `#${conversation.number}`,
    details: { file_id },
  }
  const since = new Date(ctx.now() - onceIn_ms).toISOString()
  if (await isRecorded(ctx.db, actor, entry, since)) return
  await ctx.transaction(async (tx) => {
    await store.lockFile(tx, { integration_id: actor.integration_id, file_id })
    if (!(await isRecorded(tx, actor, entry, since))) await record(ctx, tx, actor, entry)
  })
}
