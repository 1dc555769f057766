import type { RuleStats, RuleRun } from '@ozvi/contract'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { TimePosition } from '#platform/http/cursor.ts'
import type { DB } from '#schema'

interface Key {
  integration_id: string
  conversation_id: string
}

/** Claims the oldest trigger of a conversation; a rollback restores it. */
export async function claimTrigger(tx: Tx, { integration_id, conversation_id }: Key) {
  const trigger = await tx
    .selectFrom('rule_trigger')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .selectAll()
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (trigger)
    await tx
      .deleteFrom('rule_trigger')
      .where('integration_id', '=', integration_id)
      .where('id', '=', trigger.id)
      .execute()
  return trigger
}

export const insertRun = (
  tx: Tx,
  { actions, ...run }: Omit<Insertable<DB['rule_run']>, 'actions'> & Pick<RuleRun, 'actions'>,
) =>
  tx
    .insertInto('rule_run')
    .values({ ...run, actions: JSON.stringify(actions) })
    .execute()

export const listRuns = (
  db: Db,
  { integration_id, rule_id }: { integration_id: string; rule_id: string },
  { after, limit }: { after: TimePosition | undefined; limit: number },
): Promise<RuleRun[]> =>
  db
    .selectFrom('rule_run')
    .innerJoin('conversation', (join) =>
      join
        .onRef('conversation.integration_id', '=', 'rule_run.integration_id')
        .onRef('conversation.id', '=', 'rule_run.conversation_id'),
    )
    .innerJoin('contact', (join) =>
      join
        .onRef('contact.integration_id', '=', 'conversation.integration_id')
        .onRef('contact.id', '=', 'conversation.contact_id'),
    )
    .where('rule_run.integration_id', '=', integration_id)
    .where('rule_run.rule_id', '=', rule_id)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(rule_run.at, rule_run.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .select(['rule_run.id', 'rule_run.at', 'event', 'outcome', 'actions', 'conversation_id'])
    .select(['number', 'subject', 'status'])
    .select(
      sql<
        RuleRun['contact']
      >`json_build_object('id', contact.id, 'name', contact.name, 'email', contact.email)`.as('contact'),
    )
    .orderBy('rule_run.at', 'desc')
    .orderBy('rule_run.id', 'desc')
    .limit(limit)
    .execute()

export async function countRuns(db: Db, integration_id: string): Promise<Record<string, RuleStats>> {
  const rows = await db
    .selectFrom('rule_run')
    .where('integration_id', '=', integration_id)
    .select((eb) => [
      'rule_id',
      eb.fn.countAll<number>().as('runs'),
      sql<number>`count(*) filter (where outcome = 'loop' or actions @> '[{"outcome": "failed"}]')`.as(
        'failed',
      ),
      sql<string>`max(at)`.as('last_at'),
    ])
    .groupBy('rule_id')
    .execute()
  return Object.fromEntries(rows.map(({ rule_id, ...figures }) => [rule_id, figures]))
}

/**
 * Claims waits that are over by `now`, each once per rule; those already handled, or over before the rule
 * existed, are left out.
 */
export const claimTimers = (tx: Tx, now: string, limit: number) => {
  const due = sql<string>`conversation.waiting_since + make_interval(mins => rule.wait_min)`
  return tx
    .insertInto('rule_timer')
    .columns(['integration_id', 'rule_id', 'conversation_id', 'waiting_since'])
    .expression((eb) =>
      eb
        .selectFrom('rule')
        .innerJoin('conversation', 'conversation.integration_id', 'rule.integration_id')
        .leftJoin('rule_timer as dealt', (join) =>
          join
            .onRef('dealt.integration_id', '=', 'rule.integration_id')
            .onRef('dealt.rule_id', '=', 'rule.id')
            .onRef('dealt.conversation_id', '=', 'conversation.id'),
        )
        .where('rule.event', '=', 'no_reply')
        .where('rule.is_on', '=', true)
        .where('conversation.status', '=', 'open')
        .where('conversation.handler', '=', 'team')
        .where('conversation.waiting_since', 'is not', null)
        .where('conversation.merged_into_id', 'is', null)
        .where(sql<boolean>`${due} <= ${now}::timestamptz and ${due} >= rule.enabled_at`)
        .where(sql<boolean>`dealt.waiting_since is distinct from conversation.waiting_since`)
        .select(['rule.integration_id', 'rule.id', 'conversation.id as conversation_id'])
        // Not null, by the condition above.
        .select(sql<string>`conversation.waiting_since`.as('waiting_since'))
        .limit(limit),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'rule_id', 'conversation_id'])
        .doUpdateSet((eb) => ({ waiting_since: eb.ref('excluded.waiting_since') }))
        .whereRef('rule_timer.waiting_since', '<>', 'excluded.waiting_since'),
    )
    .returning(['integration_id', 'rule_id', 'conversation_id'])
    .execute()
}

export async function deleteRunsBefore(tx: Tx, at: string): Promise<void> {
  await tx.deleteFrom('rule_run').where('at', '<', at).execute()
  await tx.deleteFrom('rule_timer').where('waiting_since', '<', at).execute()
}

export const listNewestIds = async (db: Db, integration_id: string, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('conversation')
      .where('integration_id', '=', integration_id)
      .select('id')
      .orderBy('last_message_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

/** Maximum length of a message read by a dry run. */
const readChars = 2_000
export type Entry = Awaited<ReturnType<typeof listEntries>>[number]
/** Messages and events of these conversations, oldest first. */
export const listEntries = async (db: Db, integration_id: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('message')
        .where('integration_id', '=', integration_id)
        .where('conversation_id', 'in', ids)
        .where((eb) =>
          eb.or([
            eb('kind', 'in', ['hand_over', 'event']),
            eb.and([eb('kind', '=', 'text'), eb('author', 'in', ['contact', 'member'])]),
          ]),
        )
        .select(['conversation_id', 'seq', 'author', 'kind', 'details', 'visitor_prev', 'sent_at'])
        .select(sql<string>`left(body, ${readChars}::int)`.as('body'))
        .orderBy('conversation_id')
        .orderBy('seq')
        .execute()
