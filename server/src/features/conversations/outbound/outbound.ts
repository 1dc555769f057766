import {
  conversationDeleted,
  type Input,
  isBlocked,
  Problem,
  emptyConversationTtl_ms,
  channelsTo,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { Session } from '#features/accounts'
import { emitVisibilityChange } from '#features/contacts'
import { customerMailError, type MemberActor } from '#features/integrations'
import type { Context, Db } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { mailProblem } from '#platform/mail/index.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { appendEvent } from '../messages/append.ts'
import { assigneeOf } from '../messages/entry.ts'
import { deleteConversations } from '../record/deletion-store.ts'
import { assertChanged, assertVisible, getConversationOrThrow } from '../record/get-conversation.ts'
import { toConversation } from '../record/rows.ts'
import { findConversation, insertConversation, lockConversation } from '../record/store.ts'
import { contactOfToken, transcriptStopOf } from './links.ts'
import * as store from './outbound-store.ts'
import { stopTranscripts } from './transcript-store.ts'

/*
 * Conversations started by the team. They appear in the team's lists immediately, so drafts, files and notes
 * work. The customer sees them with the first reply (`emitConversationChanged`).
 */

const batch = 200

type Reached = NonNullable<Awaited<ReturnType<typeof store.findReached>>>
/**
 * @throws Problem `rate_limited` on `field` if the contact can only be reached by email and the quota is used
 * up
 */
async function assertMailable(ctx: Context, db: Db, integration_id: string, reached: Reached, field: string) {
  const { via_chat, via_email } = channelsTo(reached)
  const mailError = via_email && !via_chat ? await customerMailError(ctx, db, integration_id) : undefined
  if (mailError) throw mailProblem(mailError, field)
}
/**
 * Checks a reply in a conversation that the team started.
 *
 * @throws Problem `rate_limited` on `body` if the reply can only be emailed and the quota is used up
 */
export async function assertReplyMailable(
  ctx: Context,
  db: Db,
  { integration_id, contact_id }: { integration_id: string; contact_id: string },
): Promise<void> {
  const reached = await store.findReached(db, { integration_id, contact_id })
  if (reached) await assertMailable(ctx, db, integration_id, reached, 'body')
}

/**
 * @throws Problem `invalid_input` on `contact_id` if unreachable or blocked; on `id` if already used for
 * something else
 * @throws Problem `rate_limited` on `contact_id` if only reachable by email and the quota is used up
 */
export function startConversation(
  ctx: Context,
  actor: MemberActor,
  { id, contact_id }: Input<typeof contract.startConversation>,
): Promise<contract.Conversation> {
  const { integration_id, user_id } = actor
  const key = { integration_id, conversation_id: id }
  return ctx.transaction(async (tx) => {
    const reached = await store.findReached(tx, { integration_id, contact_id })
    if (!reached) throw new Problem('not_found')
    const first = await findConversation(tx, key)
    if (first?.contact_id === contact_id && first.started_by === user_id) {
      // It may be assigned to someone else by now.
      await assertVisible(tx, actor, id)
      return toConversation(first)
    }
    if (isBlocked(reached, ctx.now())) throw validationError('contact_id', 'contact_blocked')
    const channels = channelsTo(reached)
    if (!channels.via_chat && !channels.via_email) throw validationError('contact_id', 'contact_unreachable')
    await assertMailable(ctx, tx, integration_id, reached, 'contact_id')
    const existing_id = await store.findEmptyConversations(tx, { integration_id, contact_id }, user_id)
    if (existing_id)
      return toConversation(
        await getConversationOrThrow(tx, { integration_id, conversation_id: existing_id }),
      )
    const isNew = await insertConversation(tx, {
      integration_id,
      id,
      contact_id,
      origin_id: await store.findNewestOrigin(tx, { integration_id, contact_id }),
      subject: '',
      locale: reached.locale,
      page_url: null,
      is_test: reached.is_test,
      created_at: isoNow(ctx),
      follows_id: null,
    })
    if (!isNew) throw validationError('id', 'id_reused')
    const started = { started_by: user_id, handler: 'team', assignee_id: assigneeOf(actor) } as const
    return toConversation(
      assertChanged(
        await appendEvent(ctx, tx, key, {
          by: actor,
          details: { event: 'started', ...channels },
          changes: started,
        }),
      ),
    )
  })
}

/** @throws Problem `invalid_input` on `token` if it isn't ours or its contact no longer exists */
export async function unsubscribeFromEmails(ctx: Context, token: string): Promise<{ workspace: string }> {
  const key = contactOfToken(ctx.secrets, token)
  const transcripts = transcriptStopOf(ctx.secrets, token)
  const at = isoNow(ctx)
  const workspace = await ctx.transaction(async (tx) => {
    if (key) return store.unsubscribeFromEmails(tx, key, at)
    return transcripts && stopTranscripts(tx, transcripts)
  })
  if (workspace === undefined) throw validationError('token', 'token_invalid')
  return { workspace }
}
export const unsubscribeContactEmails = (
  ctx: Context,
  _session: Session | undefined,
  { token }: Input<typeof contract.unsubscribeContactEmails>,
) => unsubscribeFromEmails(ctx, token)

/** Deletes conversations that were started but never got a message. Called by the scheduler. */
export async function deleteEmptyConversations(ctx: Context): Promise<void> {
  const previous = new Date(ctx.now() - emptyConversationTtl_ms).toISOString()
  for (const { integration_id, id: conversation_id } of await store.listAbandoned(ctx.db, previous, batch))
    await ctx.transaction(async (tx) => {
      const key = { integration_id, conversation_id }
      if (!(await lockConversation(tx, key)) || !(await store.isAbandoned(tx, key))) return
      const { contact_id } = await getConversationOrThrow(tx, key)
      await deleteConversations(tx, integration_id, [conversation_id])
      tx.emit(conversationDeleted, key)
      await emitVisibilityChange(tx, { integration_id, contact_id })
    })
}
