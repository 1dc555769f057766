import type { KnownFields } from '@ozvi/contract/scenario-engine'
import { sql } from 'kysely'
import { listHubspotValues } from '#features/contacts'
import type { Db, Tx } from '#platform/context/context.ts'
import { lockName } from '#platform/database/named-lock.ts'

/** The fields of a contact that conditions and texts use; undefined if the contact was deleted. */
export async function findContact(
  db: Db,
  integration_id: string,
  contact_id: string,
): Promise<KnownFields | undefined> {
  const contact = await db
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .select(['name', 'email', 'phone', 'company', 'fields'])
    .executeTakeFirst()
  if (!contact) return undefined
  const hubspot = (await listHubspotValues(db, integration_id, [contact_id])).get(contact_id)
  const { fields, ...builtIn } = contact
  return { ...fields, ...builtIn, ...hubspot }
}

interface Key {
  integration_id: string
  conversation_id: string
}
const customerMessages = (db: Db, { integration_id, conversation_id }: Key) =>
  db
    .selectFrom('message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('author', '=', 'contact')
    .where('kind', '=', 'text')
    .select(['seq', 'body', 'details', 'attachments', 'visitor_prev'])
export type CustomerMessage = Awaited<
  ReturnType<ReturnType<typeof customerMessages>['executeTakeFirstOrThrow']>
>

export const findCustomerMessage = (db: Db, key: Key, seq: number) =>
  customerMessages(db, key).where('seq', '=', seq).executeTakeFirst()

/** A customer's messages after an entry, oldest first. */
export const listCustomerMessages = (db: Db, key: Key, after_seq: number, limit: number) =>
  customerMessages(db, key).where('seq', '>', after_seq).orderBy('seq').limit(limit).execute()

/** The `seq` of the last entry; runs started by a teammate handle later messages only. */
export const findLastSeq = async (db: Db, { integration_id, conversation_id }: Key): Promise<number> =>
  (
    await db
      .selectFrom('conversation')
      .where('integration_id', '=', integration_id)
      .where('id', '=', conversation_id)
      .select('last_seq')
      .executeTakeFirst()
  )?.last_seq ?? 0

/** The scenario mark of a message. */
export const findMark = async (db: Db, { integration_id, conversation_id }: Key, id: string) =>
  (
    await db
      .selectFrom('message')
      .where('integration_id', '=', integration_id)
      .where('conversation_id', '=', conversation_id)
      .where('id', '=', id)
      .where('author', '=', 'scenario')
      .select('details')
      .executeTakeFirst()
  )?.details.scenario

/** Waits for other transactions that hold the same lock. */
export const lockContact = (
  tx: Tx,
  { integration_id, contact_id }: { integration_id: string; contact_id: string },
) =>
  tx
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .select('id')
    .forNoKeyUpdate()
    .execute()

/** Whether a conversation of any workspace has this id. */
export const isIdTaken = async (db: Db, conversation_id: string): Promise<boolean> =>
  (await db.selectFrom('conversation').where('id', '=', conversation_id).select('id').executeTakeFirst()) !==
  undefined

/** Serializes the starts of a scenario for a person. */
export const lockStarts = (
  tx: Tx,
  {
    integration_id,
    contact_id,
    scenario_id,
  }: { integration_id: string; contact_id: string; scenario_id: string },
) => lockName(tx, `scenario ${integration_id} ${scenario_id} ${contact_id}`)
/** When the scenario last started for a contact; undefined: never. */
export const findLastStart = async (
  db: Db,
  {
    integration_id,
    contact_id,
    scenario_id,
  }: { integration_id: string; contact_id: string; scenario_id: string },
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('scenario_run')
      .innerJoin('conversation', (join) =>
        join
          .onRef('conversation.integration_id', '=', 'scenario_run.integration_id')
          .onRef('conversation.id', '=', 'scenario_run.conversation_id'),
      )
      .where('scenario_run.integration_id', '=', integration_id)
      .where('scenario_run.scenario_id', '=', scenario_id)
      .where('conversation.contact_id', '=', contact_id)
      .select('scenario_run.started_at')
      .orderBy('scenario_run.started_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.started_at

export const hasOpenConversation = async (
  db: Db,
  { integration_id, contact_id }: { integration_id: string; contact_id: string },
): Promise<boolean> =>
  (await db
    .selectFrom('conversation')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .where('status', 'in', ['open', 'waiting', 'snoozed'])
    .where('merged_into_id', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The last message that both sides can read, and when it was sent. */
export const findLastMessage = (db: Db, { integration_id, conversation_id }: Key) =>
  db
    .selectFrom('message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('kind', 'in', ['text', 'answer'])
    .where('is_visible', '=', true)
    .select(['seq', 'sent_at'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whether a run of the conversation has started since `at`. */
export const hasStartedSince = async (
  db: Db,
  { integration_id, conversation_id }: Key,
  at: string,
): Promise<boolean> =>
  (await db
    .selectFrom('scenario_run')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('started_at', '>=', at)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

export const hasTeam = async (
  db: Db,
  { integration_id, team_id }: { integration_id: string; team_id: string },
): Promise<boolean> =>
  (await db
    .selectFrom('team')
    .where('integration_id', '=', integration_id)
    .where('id', '=', team_id)
    .select('id')
    .executeTakeFirst()) !== undefined

export const listTeamMembers = async (
  db: Db,
  { integration_id, team_id }: { integration_id: string; team_id: string },
): Promise<string[]> =>
  (
    await db
      .selectFrom('team_member')
      .where('integration_id', '=', integration_id)
      .where('team_id', '=', team_id)
      .select('user_id')
      .execute()
  ).map(({ user_id }) => user_id)

/** Records that an email of the run is queued. @returns false if it already was */
export const claimTeamEmail = async (
  tx: Tx,
  { integration_id, id }: { integration_id: string; id: string },
  email_id: string,
): Promise<boolean> =>
  (await tx
    .updateTable('scenario_run')
    .set({ queued_email_ids: sql`array_append(queued_email_ids, ${email_id}::uuid)` })
    .where('integration_id', '=', integration_id)
    .where('id', '=', id)
    .where(sql<boolean>`not queued_email_ids @> array[${email_id}::uuid]`)
    .returning('id')
    .executeTakeFirst()) !== undefined
