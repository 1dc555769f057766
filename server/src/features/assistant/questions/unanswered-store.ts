import { otherWordingsShown, type UnansweredQuestion, unansweredShown } from '@ozvi/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Viewer, visibleConversations } from '#features/visibility'
import type { KnownQuestion } from './same-question.ts'
import type { Db, Tx } from '#platform/context/context.ts'

export interface NewQuestion {
  integration_id: string
  conversation_id: string
  /** Of the message. */
  seq: number
  /** The `wording_id` of the first question of its group. */
  question_id: string
  /** Equal for questions with the same words. */
  wording_id: string
  question: string
  asked_at: string
}

/** The group of the questions with these words. */
export const findGroup = async (
  db: Db,
  integration_id: string,
  wording_id: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('unanswered_question')
      .where('integration_id', '=', integration_id)
      .where('wording_id', '=', wording_id)
      .select('question_id')
      .orderBy('asked_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.question_id

/** Number of groups that a new question is compared with. */
const groupsMax = 300
/** The first question of each group; most recently asked groups first. */
export const listGroups = async (db: Db, integration_id: string, since: string): Promise<KnownQuestion[]> =>
  (
    await sql<KnownQuestion>`
      select question_id as id, min(question) filter (where wording_id = question_id) as question
      from unanswered_question
      where integration_id = ${integration_id} and asked_at >= ${since}
      group by question_id having bool_or(wording_id = question_id)
      order by max(asked_at) desc limit ${groupsMax}`.execute(db)
  ).rows

/** @returns whether it was not noted before */
export const insertQuestion = async (tx: Tx, question: NewQuestion): Promise<boolean> =>
  (await tx
    .insertInto('unanswered_question')
    .values(question)
    .onConflict((conflict) => conflict.doNothing())
    .returning('seq')
    .executeTakeFirst()) !== undefined

/**
 * Open questions in the order of the contract, without deleted messages and those of other authors than
 * customers.
 */
export async function listQuestions(
  db: Db,
  reader: Viewer,
  since: string,
): Promise<{ items: UnansweredQuestion[]; total: number }> {
  const { integration_id } = reader
  const { rows } = await sql<Omit<UnansweredQuestion, 'others'> & { wordings: string[]; total: number }>`
    select asked.question_id as id,
      (array_agg(asked.question order by asked.asked_at desc))[1] as question,
      array_agg(asked.question order by asked.asked_at desc) as wordings,
      count(distinct conversation.contact_id) as people,
      max(asked.asked_at) as asked_at,
      (array_agg(asked.conversation_id order by asked.asked_at desc))[1] as conversation_id,
      count(*) over () as total
    from unanswered_question asked
    join conversation on conversation.integration_id = asked.integration_id
      and conversation.id = asked.conversation_id
    where asked.integration_id = ${integration_id} and asked.resolution is null and asked.asked_at >= ${since}
      and not conversation.is_test and conversation.status <> 'spam' and ${visibleConversations(reader)}
      and not exists (select from message where message.integration_id = asked.integration_id
        and message.conversation_id = asked.conversation_id and message.seq = asked.seq
        and (message.change->>'is_deleted')::boolean)
      and not exists (select from suggestion where suggestion.integration_id = asked.integration_id
        and suggestion.id = asked.suggestion_id and suggestion.state = 'suggested')
    group by asked.question_id
    order by people desc, max(asked.asked_at) desc, asked.question_id
    limit ${unansweredShown}`.execute(db)
  const items = rows.map(({ wordings, total: _, ...row }) => {
    const otherWordings = new Set(wordings)
    otherWordings.delete(row.question)
    return { ...row, others: [...otherWordings].slice(0, otherWordingsShown) }
  })
  return { items, total: rows[0]?.total ?? 0 }
}

const update = async (
  tx: Tx,
  integration_id: string,
  set: { resolution?: 'answered' | 'dismissed' | null; suggestion_id?: string },
  where: RawBuilder<boolean>,
): Promise<boolean> =>
  (
    await tx
      .updateTable('unanswered_question')
      .set(set)
      .where('integration_id', '=', integration_id)
      .where(where)
      .returning('seq')
      .execute()
  ).length > 0

/** @returns whether any of them was unanswered */
export const answerQuestions = (tx: Tx, integration_id: string, question_ids: readonly string[]) =>
  update(
    tx,
    integration_id,
    { resolution: 'answered' },
    sql`(question_id = any(${question_ids}::uuid[]) or wording_id = any(${question_ids}::uuid[])) and resolution is null`,
  )
export const answerSuggested = (tx: Tx, integration_id: string, suggestion_id: string) =>
  update(
    tx,
    integration_id,
    { resolution: 'answered' },
    sql`suggestion_id = ${suggestion_id} and resolution is null`,
  )
export const suggestFor = (tx: Tx, integration_id: string, question_id: string, suggestion_id: string) =>
  update(tx, integration_id, { suggestion_id }, sql`question_id = ${question_id} and resolution is null`)
export const dismiss = (tx: Tx, integration_id: string, question_id: string) =>
  update(
    tx,
    integration_id,
    { resolution: 'dismissed' },
    sql`question_id = ${question_id} and resolution is null`,
  )
export const restore = (tx: Tx, integration_id: string, question_id: string) =>
  update(
    tx,
    integration_id,
    { resolution: null },
    sql`question_id = ${question_id} and resolution = 'dismissed'`,
  )

export const wasAsked = async (tx: Tx, integration_id: string, question_id: string): Promise<boolean> =>
  (await tx
    .selectFrom('unanswered_question')
    .where('integration_id', '=', integration_id)
    .where('question_id', '=', question_id)
    .select('seq')
    .limit(1)
    .executeTakeFirst()) !== undefined
