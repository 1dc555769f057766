import type { Rule, RuleEvent } from '@ozvi/contract'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import { lockName } from '#platform/database/named-lock.ts'
import type { DB } from '#schema'

export interface Key {
  integration_id: string
  rule_id: string
}
const columns = [
  'id',
  'integration_id',
  'name',
  'is_on',
  'event',
  'wait_min',
  'match',
  'filter',
  'words',
  'page',
  'hours',
  'actions',
  'stop_after',
  'version',
] as const satisfies (keyof Rule)[]

const rules = (db: Db, integration_id: string) =>
  db.selectFrom('rule').where('integration_id', '=', integration_id)

/** In execution order. */
export const listRules = (db: Db, integration_id: string): Promise<Rule[]> =>
  rules(db, integration_id).select(columns).orderBy('position').orderBy('id').execute()

/** Enabled rules with this trigger in order, or a single one by id. */
export const listRulesFor = (
  db: Db,
  integration_id: string,
  event: RuleEvent,
  rule_id: string | null,
): Promise<Rule[]> =>
  rules(db, integration_id)
    .where('is_on', '=', true)
    .where('event', '=', event)
    .$if(rule_id !== null, (query) => query.where('id', '=', rule_id ?? ''))
    .select(columns)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const findRule = (db: Db, { integration_id, rule_id }: Key): Promise<Rule | undefined> =>
  rules(db, integration_id).where('id', '=', rule_id).select(columns).executeTakeFirst()

/** Filters to events with any enabled rule. An expression for another query. */
export const awaitedOf = (integration_id: string, events: readonly RuleEvent[]) =>
  sql<RuleEvent[]>`(select coalesce(json_agg(distinct rule.event), '[]') from rule
    where rule.integration_id = ${integration_id} and rule.is_on and rule.event = any(${events}::text[]))`

/** Serializes changes to rules, so that positions don't collide. */
export const lockRules = (tx: Tx, integration_id: string) => lockName(tx, `rule:${integration_id}`)

/** Added last in the order, unless it already exists. */
export function upsertRule(
  tx: Tx,
  { filter, actions, ...rule }: Omit<Rule, 'version'>,
  enabled_at: string,
): Promise<Rule> {
  const { id, integration_id, ...words } = rule
  const changes = {
    ...words,
    filter: JSON.stringify(filter),
    actions: JSON.stringify(actions),
    enabled_at,
  }
  const last = sql<number>`(select coalesce(max(position), 0) + 1 from rule
    where integration_id = ${integration_id})`
  return tx
    .insertInto('rule')
    .values({ id, integration_id, ...changes, position: last })
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'id'])
        .doUpdateSet((eb) => ({ ...changes, version: eb('rule.version', '+', 1) })),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export const positionRule = (tx: Tx, { integration_id, rule_id }: Key, position: number) =>
  tx
    .updateTable('rule')
    .set({ position })
    .where('integration_id', '=', integration_id)
    .where('id', '=', rule_id)
    .execute()

export const deleteRuleRow = (tx: Tx, { integration_id, rule_id }: Key) =>
  tx
    .deleteFrom('rule')
    .where('integration_id', '=', integration_id)
    .where('id', '=', rule_id)
    .returning('name')
    .executeTakeFirst()

export const insertTriggers = (tx: Tx, triggers: readonly Insertable<DB['rule_trigger']>[]) =>
  tx
    .insertInto('rule_trigger')
    .values([...triggers])
    .execute()

/** Enabled rules that mention a member in a condition or an action. */
export const listNaming = async (db: Db, integration_id: string, user_id: string): Promise<Rule[]> =>
  (
    await rules(db, integration_id)
      .where('is_on', '=', true)
      .select(columns)
      .orderBy('position')
      .orderBy('id')
      .execute()
  ).filter(
    ({ filter, actions }) =>
      filter['assignee']?.split(',').includes(user_id) ||
      actions.some((action) => action.kind === 'assign' && action.assignee_id === user_id),
  )
