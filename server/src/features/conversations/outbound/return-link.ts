import type { Context } from '#platform/context/context.ts'
import { visitorOf } from '../record/rows.ts'
import { findLive } from '../record/store.ts'
import { conversationOfToken } from './links.ts'

/**
 * Verifies the token of an email link.
 *
 * @returns its contact and conversation; undefined if it belongs to another workspace, is expired, or the
 * conversation no longer exists
 */
export async function readReturnToken(ctx: Context, integration_id: string, token: string) {
  const key = conversationOfToken(ctx.secrets, token, ctx.now())
  if (key?.integration_id !== integration_id) return undefined
  const row = await findLive(ctx.db, key)
  if (!row) return undefined
  const { id, contact_id, origin_id } = row
  return { conversation_id: id, visitor_id: visitorOf(row), home: { contact_id, origin_id } }
}
