import { type AuditAction, auditRecorded } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'

/** The actor, as the guards provide it. */
export interface Actor {
  user_id: string
  name: string
  ip_prefix: string
}
export interface AuditLine {
  action: AuditAction
  /** Name or address of what was changed; the workspace itself if absent. */
  subject?: string
  details?: Record<string, string>
}

/** Records an action in its own transaction: both are committed, or neither. */
export async function record(
  ctx: Context,
  tx: Tx,
  { integration_id, user_id, name, ip_prefix }: Actor & { integration_id: string },
  { action, subject = '', details = {} }: AuditLine,
): Promise<void> {
  await tx
    .insertInto('audit_entry')
    .values({
      integration_id,
      at: isoNow(ctx),
      actor_id: user_id,
      actor_name: name,
      action,
      subject,
      details: JSON.stringify(details),
      ip_prefix,
    })
    .execute()
  tx.emit(auditRecorded, { integration_id })
}

/**
 * Whether a member has a recent entry equal to `line`.
 *
 * @param since ISO 8601
 */
export async function isRecorded(
  db: Db,
  { integration_id, user_id }: { integration_id: string; user_id: string },
  { action, subject = '', details = {} }: AuditLine,
  since: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('audit_entry')
    .where('integration_id', '=', integration_id)
    .where('actor_id', '=', user_id)
    .where('at', '>', since)
    .where('action', '=', action)
    .where('subject', '=', subject)
    .where(sql<boolean>`details = ${JSON.stringify(details)}::jsonb`)
    .select(sql`1`.as('one'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Records an action on the user's own account in every workspace they are a member of. */
export async function recordAccountAction(
  ctx: Context,
  tx: Tx,
  actorId: Actor,
  line: AuditLine,
): Promise<void> {
  const workspaces = await tx
    .selectFrom('member')
    .where('user_id', '=', actorId.user_id)
    .select('integration_id')
    .execute()
  for (const { integration_id } of workspaces) await record(ctx, tx, { ...actorId, integration_id }, line)
}
