import type { Db } from '#platform/context/context.ts'

/** The fields of a contact that conditions and texts use. */
export const findContact = (db: Db, integration_id: string, contact_id: string) =>
  db
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .select(['name', 'email', 'phone', 'company', 'fields'])
    .executeTakeFirst()

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
    .select(['seq', 'body', 'details', 'visitor_prev'])
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
