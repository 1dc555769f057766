import type { Citation, Message, ResolvedBy } from '@ozvi/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Changes } from './store.ts'

const live = ['open', 'waiting', 'snoozed']

/** Returns who resolves a conversation with this entry. */
export function resolverOf({ author, details }: Pick<Message, 'author' | 'details'>): ResolvedBy {
  if (details.event === 'confirmed') return 'assistant'
  if (details.event === 'timed_out') return 'silence'
  if (author === 'member') return 'member'
  return author === 'contact' ? 'customer' : 'rule'
}

/** Columns for reports, set by the entry that makes them true. */
export function metricsColumns(
  {
    author,
    kind,
    citations = [],
    details = {},
  }: Pick<Message, 'author' | 'kind'> & { citations?: Citation[]; details?: Message['details'] },
  { handler, status, resolved_at }: Changes,
  at: string,
): Changes {
  const now: RawBuilder<string> = sql`${at}::timestamptz`
  const isReply = author === 'member' && kind === 'text'
  // An SQL expression reopens every conversation except spam.
  const mayReopen = typeof status === 'string' ? live.includes(status) : status !== undefined
  const ifResolved = <T>(value: RawBuilder<T>, otherwise: RawBuilder<T>) =>
    sql<T>`case when conversation.status = 'resolved' then ${value} else ${otherwise} end`
  return {
    ...(isReply ? { first_reply_at: sql<string>`coalesce(conversation.first_reply_at, ${now})` } : {}),
    ...(handler === 'team' && !isReply
      ? { with_team_since: sql<string>`coalesce(conversation.with_team_since, ${now})` }
      : {}),
    ...(kind === 'answer' && citations.length > 0 ? { answers: sql<number>`conversation.answers + 1` } : {}),
    ...(details.is_confirmed
      ? {
          confirmed_at: sql<string>`case when conversation.answers > 0
            then coalesce(conversation.confirmed_at, ${now}) else conversation.confirmed_at end`,
        }
      : {}),
    ...(resolved_at === null ? { resolved_by: null } : {}),
    ...(status === 'resolved' ? { resolved_by: resolverOf({ author, details }) } : {}),
    ...(mayReopen
      ? {
          reopen_count: sql<number>`conversation.reopen_count + (conversation.status = 'resolved')::int`,
          reopened_at: ifResolved<string>(now, sql`conversation.reopened_at`),
          previous_resolved_at: ifResolved<string>(
            sql`conversation.resolved_at`,
            sql`conversation.previous_resolved_at`,
          ),
        }
      : {}),
  }
}
