import { type Input, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { getSettings } from '#features/client-settings'
import type { VisitorActor } from '#features/contacts'
import { queueTranscriptMail } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { mailProblem } from '#platform/mail/index.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { listMessages } from '../messages/message-store.ts'
import { getOwnConversation } from '../record/get-conversation.ts'
import { recipientIdOf } from './links.ts'
import { type Address, hasText } from './reply-mail.ts'
import { findMailFacts, isUnsubscribed } from './reply-mail-store.ts'
import { mailOfTranscript } from './transcript-mail.ts'
import { isStopped } from './transcript-store.ts'

/** The newest messages that a transcript contains. */
const messagesMax = 200

export async function sendTranscript(
  ctx: Context,
  visitor: VisitorActor,
  { conversation_id, email, locale }: Input<typeof contract.sendTranscript>,
): Promise<{ has_text: boolean }> {
  const { integration_id } = visitor
  const key = { integration_id, conversation_id }
  const { status } = await getOwnConversation(ctx.db, visitor, conversation_id)
  if (status === 'spam') throw new Problem('blocked')
  const { behavior } = await getSettings(ctx.db, integration_id)
  if (!behavior.has_transcript) throw validationError('email', 'transcript_off')
  const facts = await findMailFacts(ctx.db, key)
  if (!facts || facts.deletes_at) throw new Problem('not_found')
  const isSigned = facts.is_identified && facts.verified_claim_email?.toLowerCase() === email
  const to: Address = { email, source: isSigned ? 'signed' : 'typed' }
  const result = { has_text: hasText(to) }
  if (await hasDeclined(ctx, facts.contact_id, integration_id, to)) return result
  const messages = isSigned
    ? await listMessages(ctx.db, key, { limit: messagesMax + 1, isVisitor: true })
    : []
  const shown = messages
    .slice(-messagesMax)
    .filter(({ kind, change }) => (kind === 'text' || kind === 'answer') && !change?.is_deleted)
  const mail = mailOfTranscript(ctx, key, { ...facts, locale }, to, {
    messages: shown,
    isComplete: messages.length <= messagesMax,
  })
  await ctx.transaction(async (tx) => {
    const outcome = await queueTranscriptMail(ctx, tx, integration_id, mail)
    if (!outcome.is_queued) throw mailProblem(outcome, 'email')
  })
  return result
}

/** Whether the recipient wants no transcripts. The visitor doesn't learn it: the address may be someone else's. */
const hasDeclined = async (ctx: Context, contact_id: string, integration_id: string, to: Address) =>
  (await isStopped(ctx.db, { integration_id, recipient_id: recipientIdOf(ctx.secrets, to.email) })) ||
  (to.source === 'typed' && (await isUnsubscribed(ctx.db, { integration_id, contact_id, email: to.email })))
