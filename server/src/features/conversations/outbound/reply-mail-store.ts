import { defaultMailDelay } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import { isNotDeleted, messageColumns } from '../messages/message-store.ts'
import type { MessageRow } from '../record/rows.ts'
import type { Changes, Key } from '../record/store.ts'

/** Schedules the email of a reply unless one is already due. */
export const waitsForEmail = (integration_id: string, at: string): Changes => ({
  mail_due_at: sql<string>`coalesce(conversation.mail_due_at, ${at}::timestamptz + make_interval(mins => coalesce(
    (select email_delay_min from reply_targets where reply_targets.integration_id = ${integration_id}),
    ${sql.lit(defaultMailDelay)})))`,
})

export const listMailsDue = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('conversation')
    .where('mail_due_at', '<=', now)
    .select(['integration_id', 'id'])
    .orderBy('mail_due_at')
    .limit(limit)
    .execute()

/** Everything that decides whether and where replies are emailed, and what else the email contains. */
export const findMailFacts = (db: Db, { integration_id, conversation_id }: Key) =>
  db
    .selectFrom('conversation')
    .innerJoin('contact', (join) =>
      join
        .onRef('contact.integration_id', '=', 'conversation.integration_id')
        .onRef('contact.id', '=', 'conversation.contact_id'),
    )
    .innerJoin('integration', 'integration.id', 'conversation.integration_id')
    .leftJoin('reply_targets', 'reply_targets.integration_id', 'conversation.integration_id')
    .where('conversation.integration_id', '=', integration_id)
    .where('conversation.id', '=', conversation_id)
    .select([
      'conversation.contact_id',
      'conversation.origin_id',
      'conversation.status',
      'conversation.locale',
      'started_by',
      'merged_into_id',
      'mail_due_at',
      'mailed_until',
      'visitor_seen_seq',
      'contact.email',
      'contact.name',
      'verified_claim_email',
      'blocked_at',
      'blocked_until',
      'contact.last_seen_at',
      'integration.name as workspace',
      'integration.url',
      'public_key',
      'deletes_at',
      'conversation.is_test',
    ])
    .select([
      sql<number | null>`case when reply_targets.integration_id is null then ${sql.lit(defaultMailDelay)}
        else email_delay_min end`.as('email_delay_min'),
      sql<string | null>`(
        select claimed_email from visitor_token
        where visitor_token.integration_id = conversation.integration_id
          and coalesce(visitor_token.origin_id, visitor_token.contact_id)
            = coalesce(conversation.origin_id, conversation.contact_id)
          and visitor_token.contact_id = conversation.contact_id and claimed_email is not null
        order by claimed_email_at desc limit 1)`.as('claimed_email'),
      sql<boolean>`exists (
        select from contact_identity
        where contact_identity.integration_id = conversation.integration_id
          and contact_identity.contact_id = conversation.contact_id
          and coalesce(contact_identity.origin_id, contact_identity.contact_id)
            = coalesce(conversation.origin_id, conversation.contact_id))`.as('is_identified'),
      sql<boolean>`exists (
        select from visitor_token
        where visitor_token.integration_id = conversation.integration_id
          and visitor_token.contact_id = conversation.contact_id and not from_email_link)`.as(
        'has_own_browser',
      ),
      // Typed by the customer in a browser that no longer has the session.
      sql<boolean>`exists (
        select from contact_change
        where contact_change.integration_id = conversation.integration_id
          and contact_change.contact_id = conversation.contact_id
          and actor_id is null and actor_name is null
          and changes @> jsonb_build_array(jsonb_build_object('field', 'email', 'after', contact.email)))`.as(
        'is_email_said',
      ),
      sql<boolean>`exists (
        select from online_visitor
        where online_visitor.integration_id = conversation.integration_id
          and online_visitor.contact_id = conversation.contact_id)`.as('is_online'),
    ])
    .executeTakeFirst()
export type MailFacts = NonNullable<Awaited<ReturnType<typeof findMailFacts>>>

/** Whether the contact, or another contact with this address, has unsubscribed. */
export const isUnsubscribed = async (
  db: Db,
  { integration_id, contact_id, email }: { integration_id: string; contact_id: string; email: string },
): Promise<boolean> =>
  (await db
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('unsubscribed_at', 'is not', null)
    .where((eb) => eb.or([eb('id', '=', contact_id), eb(sql`lower(email)`, '=', email.toLowerCase())]))
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

const repliesShown = 20
/** Replies after a given time that the customer has neither seen nor answered, oldest first. */
export async function listUnseenReplies(
  db: Db,
  { integration_id, conversation_id }: Key,
  { visitor_seen_seq, mailed_until }: Pick<MailFacts, 'visitor_seen_seq' | 'mailed_until'>,
): Promise<MessageRow[]> {
  const newest = await db
    .selectFrom('message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('seq', '>', visitor_seen_seq)
    .where('author', '=', 'member')
    .where('kind', '=', 'text')
    .where(isNotDeleted)
    .$if(mailed_until !== null, (query) => query.where('sent_at', '>', mailed_until ?? ''))
    .where(({ selectFrom, not, exists }) =>
      not(
        exists(
          selectFrom('message as said')
            .where('said.integration_id', '=', integration_id)
            .where('said.conversation_id', '=', conversation_id)
            .where('said.author', '=', 'contact')
            .whereRef('said.seq', '>', 'message.seq')
            .select('said.seq'),
        ),
      ),
    )
    .select(messageColumns)
    .orderBy('seq', 'desc')
    .limit(repliesShown)
    .execute()
  return newest.reverse()
}

/** Doesn't change the version or anything visible. */
export const setMailTimes = (
  tx: Tx,
  { integration_id, conversation_id }: Key,
  times: { mail_due_at?: string | null; mailed_until?: string | null },
) =>
  tx
    .updateTable('conversation')
    .set(times)
    .where('integration_id', '=', integration_id)
    .where('id', '=', conversation_id)
    .execute()

/** Why the last due reply wasn't emailed; undefined if it was, or none was due yet. */
export const lastOutcome = async (db: Db, { integration_id, conversation_id }: Key) =>
  (
    await db
      .selectFrom('message')
      .where('integration_id', '=', integration_id)
      .where('conversation_id', '=', conversation_id)
      .where('kind', '=', 'event')
      .where(sql<boolean>`details->>'event' in ('reply_emailed', 'reply_not_emailed')`)
      .select('details')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.details.not_emailed_reason
