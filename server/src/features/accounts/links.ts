import type { Locale } from '@ozvi/contract'
import { hour_ms } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { mailProblem } from '#platform/mail/index.ts'
import * as tokens from './link-store.ts'
import { mailLink } from './mails.ts'

export interface LinkRecipient {
  id: string
  name: string
  email: string
  locale: Locale
}

export const linkLifetimes_ms = {
  verify_email: 24 * hour_ms,
  change_email: 24 * hour_ms,
  reset_password: hour_ms,
  undo_email: 7 * 24 * hour_ms,
} as const satisfies Record<tokens.LinkPurpose, number>

/** Creates the token of a link that proves the email address. Earlier links with the same purpose stop working. */
export async function createLink(
  ctx: Context,
  tx: Tx,
  { id: user_id, email }: Pick<LinkRecipient, 'id' | 'email'>,
  purpose: tokens.LinkPurpose,
): Promise<string> {
  const now = ctx.now()
  // Links that undo a change of address stay valid until they expire, even after another change.
  if (purpose !== 'undo_email') await tokens.deleteTokens(tx, user_id, purpose)
  return tokens.insertToken(tx, {
    user_id,
    purpose,
    email,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + linkLifetimes_ms[purpose]).toISOString(),
  })
}

/** @throws Problem `rate_limited` on `email` if the address was emailed too often */
export async function sendLink(
  ctx: Context,
  tx: Tx,
  person: LinkRecipient,
  purpose: 'verify_email' | 'change_email' | 'reset_password',
): Promise<void> {
  const outcome = await mailLink(ctx, tx, person, purpose, await createLink(ctx, tx, person, purpose))
  if (!outcome.is_queued) throw mailProblem(outcome, 'email')
}

/** The error for a link that is unknown, used, replaced or expired. */
export const expired = () => validationError('token', 'token_expired')
