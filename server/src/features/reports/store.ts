import {
  type HandOverReason,
  type Handler,
  handlers,
  type MemberStats,
  type Metric,
  metrics,
  type Breakdown,
  type ReportFilter,
  type ReportRow,
  type ReportSlice,
  type ResolvedBy,
} from '@ozvi/contract'
import { type RawBuilder, sql } from 'kysely'
import { resolvedBy } from '#features/conversations'
import { type Viewer, visibleConversations } from '#features/visibility'
import type { Db } from '#platform/context/context.ts'
import type { TimePosition } from '#platform/http/cursor.ts'
import { counted, firstReply_s, resolution_s } from './metrics.ts'

/** Conversations of the workspace, or only those assigned to one member now, whatever the reader can see. */
export interface Scope {
  reader: Viewer
  integration_id: string
  assignee_id: string | undefined
  filter: ReportFilter
  /** The opening hours of the periods as a multirange, for the filter by hours. */
  opening: string
}
/** Start of each day, and the end of the period. */
export interface Bounds {
  from: string
  previous_from: string
  until: string
  from_day: string
  until_day: string
  previous_from_day: string
  /** The current day in the time zone, and the time. */
  today: string
  now: string
}

/**
 * A custom period, or the last `days` calendar days of a zone including today, and as many days before. Ends
 * now at the latest.
 */
export const findBounds = async (
  db: Db,
  {
    days,
    time_zone,
    now,
    from_day,
    until_day,
  }: {
    days: number
    time_zone: string
    now: string
    from_day?: string | undefined
    until_day?: string | undefined
  },
): Promise<Bounds> => {
  const today = sql`date_trunc('day', ${now}::timestamptz at time zone ${time_zone}::text)`
  const last = until_day === undefined ? today : sql`${until_day}::date::timestamp`
  const from =
    from_day === undefined
      ? sql`(${last} - make_interval(days => ${days - 1}::int))`
      : sql`${from_day}::date::timestamp`
  const previous = sql`(${from} - make_interval(days => ${days}::int))`
  const end = sql`(${last} + interval '1 day') at time zone ${time_zone}::text - interval '1 microsecond'`
  const dayOf = (at: RawBuilder<unknown>) => sql<string>`to_char(${at}, 'YYYY-MM-DD')`
  return db
    .selectNoFrom([
      sql<string>`${from} at time zone ${time_zone}::text`.as('from'),
      sql<string>`${previous} at time zone ${time_zone}::text`.as('previous_from'),
      sql<string>`least(${now}::timestamptz, ${end})`.as('until'),
      dayOf(from).as('from_day'),
      dayOf(last).as('until_day'),
      dayOf(previous).as('previous_from_day'),
      dayOf(today).as('today'),
      sql<string>`${now}::timestamptz`.as('now'),
    ])
    .executeTakeFirstOrThrow()
}

const idOrNone = (column: 'team_id' | 'assignee_id', value: string) =>
  value === 'none'
    ? sql<boolean>`${sql.ref(column)} is null`
    : sql<boolean>`${sql.ref(column)} = ${value}::uuid`
const hasTag = (tag_id: string) =>
  tag_id === 'none' ? sql<boolean>`tag_ids = '{}'` : sql<boolean>`tag_ids @> array[${tag_id}::uuid]`
const originIs = (origin: string) =>
  origin === 'member' ? sql<boolean>`started_by is not null` : sql<boolean>`started_by is null`
/** Conditions of the filter, each a column of the conversation. */
function conditionsOf({ filter, opening }: Scope): RawBuilder<boolean>[] {
  const { team_id, assignee_id, tag_id, locale, origin, hours } = filter
  const isOpen = sql<boolean>`created_at <@ ${opening}::tstzmultirange`
  return [
    ...(team_id === undefined ? [] : [idOrNone('team_id', team_id)]),
    ...(assignee_id === undefined ? [] : [idOrNone('assignee_id', assignee_id)]),
    ...(tag_id === undefined ? [] : [hasTag(tag_id)]),
    ...(locale === undefined ? [] : [sql<boolean>`locale = ${locale}`]),
    ...(origin === undefined ? [] : [originIs(origin)]),
    ...(hours === undefined ? [] : [hours === 'open' ? isOpen : sql<boolean>`not ${isOpen}`]),
  ]
}

const ofScope = (db: Db, scope: Scope) =>
  db
    .selectFrom('conversation')
    .where('integration_id', '=', scope.integration_id)
    .where(sql<boolean>`not is_test and status <> 'spam'`)
    .$if(scope.assignee_id !== undefined, (query) => query.where('assignee_id', '=', scope.assignee_id ?? ''))
    .where((eb) => eb.and(conditionsOf(scope)))
const started = (db: Db, scope: Scope, from: string, until: string) =>
  ofScope(db, scope).where('created_at', '>=', from).where('created_at', '<=', until)

const countOf = (figure: Metric) => sql<number>`count(*) filter (where ${counted[figure]})`.as(figure)
const scoreCount = (score: number) => sql`count(*) filter (where rating = ${sql.lit(score)})`
/** A percentile of a duration in seconds, over rows that match the condition. */
const percentile = (share: number, expression: RawBuilder<number>, where: RawBuilder<boolean>) =>
  sql<
    number | null
  >`percentile_cont(${sql.lit(share)}) within group (order by ${expression}) filter (where ${where})::float8`

/** All metrics of both periods in one query: a row for each period with conversations. */
export const sumPeriods = (db: Db, scope: Scope, { previous_from, from, until }: Bounds) =>
  started(db, scope, previous_from, until)
    .select([
      sql<boolean>`created_at >= ${from}::timestamptz`.as('is_current'),
      ...metrics.filter((metric) => metric !== 'waiting' && metric !== 'open').map(countOf),
      percentile(0.5, firstReply_s, counted.replied).as('first_reply_median_s'),
      percentile(0.9, firstReply_s, counted.replied).as('first_reply_p90_s'),
      percentile(0.5, resolution_s, counted.resolved).as('resolution_median_s'),
      sql<number | null>`avg(rating)::float8`.as('rating_average'),
      sql<number[]>`array[${sql.join([1, 2, 3, 4, 5].map(scoreCount))}]::int[]`.as('rating_counts'),
    ])
    .groupBy(sql`1`)
    .execute()

export const sumReasons = (db: Db, scope: Scope, { previous_from, from, until }: Bounds) =>
  started(db, scope, previous_from, until)
    .where('hand_over_reason', 'is not', null)
    .select([
      sql<boolean>`created_at >= ${from}::timestamptz`.as('is_current'),
      sql<HandOverReason>`hand_over_reason`.as('reason'),
      sql<number>`count(*)`.as('count'),
    ])
    .groupBy(sql`1, 2`)
    .execute()

export const sumResolvers = (db: Db, scope: Scope, { previous_from, from, until }: Bounds) =>
  started(db, scope, previous_from, until)
    .where('status', '=', 'resolved')
    .select([
      sql<boolean>`created_at >= ${from}::timestamptz`.as('is_current'),
      sql<ResolvedBy>`${resolvedBy}`.as('resolved_by'),
      sql<number>`count(*)`.as('count'),
    ])
    .groupBy(sql`1, 2`)
    .execute()

const localDay = (column: 'created_at' | 'resolved_at', time_zone: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone ${time_zone}::text, 'YYYY-MM-DD')`
const localHour = (time_zone: string) =>
  sql<number>`extract(hour from created_at at time zone ${time_zone}::text)::int`
const localWeekday = (time_zone: string) =>
  sql<number>`extract(isodow from created_at at time zone ${time_zone}::text)::int`

/** Conversations started, by weekday and hour. */
export const sumHours = (db: Db, scope: Scope, { from, until }: Bounds, time_zone: string) =>
  started(db, scope, from, until)
    .select([
      localWeekday(time_zone).as('weekday'),
      localHour(time_zone).as('hour'),
      sql<number>`count(*)`.as('count'),
    ])
    .groupBy(sql`1, 2`)
    .execute()

/** Conversations started in the period, by assignee; members only. */
export const sumMembers = (db: Db, scope: Scope, { from, until }: Bounds): Promise<MemberStats[]> =>
  started(db, scope, from, until)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('member')
          .whereRef('member.integration_id', '=', 'conversation.integration_id')
          .whereRef('member.user_id', '=', 'conversation.assignee_id')
          .select('member.user_id'),
      ),
    )
    .select([
      sql<string>`assignee_id`.as('user_id'),
      ...(['conversations', 'replied', 'resolved', 'rated'] as const).map(countOf),
      percentile(0.5, firstReply_s, counted.replied).as('first_reply_median_s'),
      sql<number | null>`avg(rating)::float8`.as('rating_average'),
    ])
    .groupBy('assignee_id')
    .execute()

const handledBy = (handler: Handler) =>
  sql<number>`count(*) filter (where handler = ${sql.lit(handler)})`.as(handler)
/** Conversations started on each day of both periods, with their outcomes. Days without any are left out. */
export const sumDays = (db: Db, scope: Scope, { previous_from, until }: Bounds, time_zone: string) =>
  started(db, scope, previous_from, until)
    .select([
      localDay('created_at', time_zone).as('day'),
      ...handlers.map(handledBy),
      ...(['resolved', 'resolved_by_assistant', 'answered'] as const).map(countOf),
      percentile(0.5, firstReply_s, counted.replied).as('first_reply_median_s'),
      percentile(0.5, resolution_s, counted.resolved).as('resolution_median_s'),
      sql<number | null>`avg(rating)::float8`.as('rating_average'),
    ])
    .groupBy(sql`1`)
    .execute()

export const countOpen = async (db: Db, scope: Scope): Promise<number> =>
  (
    await ofScope(db, scope)
      .where(counted.open)
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
  ).count
/** Conversations started and finally resolved, by day since the start of both periods. */
export const sumChanges = async (db: Db, scope: Scope, { previous_from, now }: Bounds, time_zone: string) => {
  const [began, resolved] = await Promise.all([
    started(db, scope, previous_from, now)
      .select([localDay('created_at', time_zone).as('day'), sql<number>`count(*)`.as('count')])
      .groupBy(sql`1`)
      .execute(),
    ofScope(db, scope)
      .where('status', '=', 'resolved')
      .where('resolved_at', '>=', previous_from)
      .select([localDay('resolved_at', time_zone).as('day'), sql<number>`count(*)`.as('count')])
      .groupBy(sql`1`)
      .execute(),
  ])
  return { began, resolved }
}

/** More than a report has days; of tags, members and teams the largest. */
const reportRowsMax = 1000

const keys: Record<Breakdown, (time_zone: string) => RawBuilder<string | null>> = {
  day: (time_zone) => localDay('created_at', time_zone),
  team: () => sql`team_id::text`,
  member: () => sql`assignee_id::text`,
  tag: () => sql`tag_id::text`,
  origin: () => sql`case when started_by is null then 'contact' else 'member' end`,
  locale: () => sql`locale`,
}
/** The numbers of the period by what the rows are, days in order and all others by size. */
export const sumRows = (
  db: Db,
  scope: Scope,
  { from, until }: Bounds,
  time_zone: string,
  by: Breakdown,
): Promise<ReportRow[]> =>
  started(db, scope, from, until)
    .$if(by === 'tag', (query) =>
      query.leftJoin(sql<{ tag_id: string }>`lateral unnest(tag_ids)`.as<'tag'>(sql`tag(tag_id)`), (join) =>
        join.onTrue(),
      ),
    )
    .select([
      keys[by](time_zone).as('key'),
      ...(
        ['conversations', 'replied', 'resolved', 'reopened', 'rated', 'sla_met', 'sla_missed'] as const
      ).map(countOf),
      percentile(0.5, firstReply_s, counted.replied).as('first_reply_median_s'),
      percentile(0.9, firstReply_s, counted.replied).as('first_reply_p90_s'),
      percentile(0.5, resolution_s, counted.resolved).as('resolution_median_s'),
      sql<number | null>`avg(rating)::float8`.as('rating_average'),
    ])
    .groupBy(sql`1`)
    .orderBy(by === 'day' ? sql`1` : sql`conversations desc, 1`)
    .limit(reportRowsMax)
    .execute()

const sliced = (db: Db, scope: Scope, bounds: Bounds, time_zone: string, slice: ReportSlice) => {
  const { reader: viewer, integration_id } = scope
  const { figure, day, weekday, hour, handler, reason, resolved_by, score } = slice
  const base =
    figure === 'waiting'
      ? db
          .selectFrom('conversation')
          .where('integration_id', '=', integration_id)
          .where(sql<boolean>`not is_test`)
          .where(visibleConversations(viewer))
      : figure === 'open'
        ? ofScope(db, scope)
        : started(db, scope, bounds.from, bounds.until)
  return base
    .where(counted[figure])
    .$if(day !== undefined, (query) => query.where(localDay('created_at', time_zone), '=', day ?? ''))
    .$if(weekday !== undefined, (query) => query.where(localWeekday(time_zone), '=', weekday ?? 0))
    .$if(hour !== undefined, (query) => query.where(localHour(time_zone), '=', hour ?? 0))
    .$if(handler !== undefined, (query) => query.where('handler', '=', handler ?? 'team'))
    .$if(reason !== undefined, (query) => query.where('hand_over_reason', '=', reason ?? 'error'))
    .$if(resolved_by !== undefined, (query) => query.where(resolvedBy, '=', resolved_by ?? null))
    .$if(score !== undefined, (query) => query.where('rating', '=', score ?? 0))
}

/** Ids of a page in list order, with their sort values. */
export function listSlice(
  db: Db,
  scope: Scope,
  bounds: Bounds,
  time_zone: string,
  { after, limit, ...slice }: ReportSlice & { after?: TimePosition | undefined; limit: number },
): Promise<{ id: string; at: string }[]> {
  const isWaiting = slice.figure === 'waiting'
  const column = isWaiting ? 'waiting_since' : 'created_at'
  const beyond = sql.raw(isWaiting ? '>' : '<')
  return sliced(db, scope, bounds, time_zone, slice)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${sql.ref(column)}, id) ${beyond} (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .select(['id', sql<string>`${sql.ref(column)}::text`.as('at')])
    .orderBy(column, isWaiting ? 'asc' : 'desc')
    .orderBy('id', isWaiting ? 'asc' : 'desc')
    .limit(limit)
    .execute()
}
export const countSlice = async (
  db: Db,
  scope: Scope,
  bounds: Bounds,
  time_zone: string,
  slice: ReportSlice,
) =>
  (
    await sliced(db, scope, bounds, time_zone, slice)
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow()
  ).total
