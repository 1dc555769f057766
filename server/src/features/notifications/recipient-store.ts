import type { Right } from '@ozvi/contract'
import { type RawBuilder, sql } from 'kysely'
import { hasRight } from '#features/integrations'
import { isVisibleTo } from '#features/visibility'
import type { Db } from '#platform/context/context.ts'
import type { StoredPreferences } from './preferences.ts'
import type { ConversationKey } from './store.ts'

/** A member who can be notified. */
export interface Recipient {
  user_id: string
  preferences: StoredPreferences | null
  version: number | null
  /** The conversation's team, if the member belongs to it. */
  team_id: string | null
  /** Whether they have a browser with push notifications. */
  has_device: boolean
}

/**
 * Recipients with their preferences: those named, otherwise members who can reply; only those who can see the
 * conversation. Ordered by id. An expression for a query of `conversation`, as JSON.
 */
export const recipientsOf = (ids: RawBuilder<string[] | null>) => sql<Recipient[]>`(
  select coalesce(json_agg(json_build_object('user_id', member.user_id, 'preferences', notification_preferences.preferences,
    'version', notification_preferences.version, 'team_id', team_member.team_id,
    'has_device', exists (select from push_device where push_device.integration_id = member.integration_id
      and push_device.user_id = member.user_id)) order by member.user_id), '[]')
  from member
  left join notification_preferences on notification_preferences.integration_id = member.integration_id
    and notification_preferences.user_id = member.user_id
  left join team_member on team_member.integration_id = member.integration_id
    and team_member.user_id = member.user_id and team_member.team_id = conversation.team_id
  where member.integration_id = conversation.integration_id
    and case when ${ids} is null then ${hasRight('conversations.answer')} else member.user_id = any(${ids}) end
    and ${isVisibleTo('member')})`

/** Loads the recipients of one conversation. */
export const listRecipients = async (
  db: Db,
  { integration_id, conversation_id }: ConversationKey,
  ids?: readonly string[],
): Promise<Recipient[]> =>
  (
    await db
      .selectFrom('conversation')
      .where('integration_id', '=', integration_id)
      .where('id', '=', conversation_id)
      .select(recipientsOf(sql`${ids ?? null}::uuid[]`).as('recipients'))
      .executeTakeFirst()
  )?.recipients ?? []

/** Members with their preferences, by role or id. Ordered by id. */
export const listMembers = (
  db: Db,
  integration_id: string,
  { right, user_id }: { right: Right; user_id?: string | undefined },
) =>
  db
    .selectFrom('member')
    .leftJoin('notification_preferences', (join) =>
      join
        .onRef('notification_preferences.integration_id', '=', 'member.integration_id')
        .onRef('notification_preferences.user_id', '=', 'member.user_id'),
    )
    .where('member.integration_id', '=', integration_id)
    .where(hasRight(right))
    .$if(user_id !== undefined, (query) => query.where('member.user_id', '=', user_id ?? ''))
    .select(['member.user_id', 'preferences', 'notification_preferences.version'])
    .orderBy('member.user_id')
    .execute()
