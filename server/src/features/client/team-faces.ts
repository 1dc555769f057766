import { sql } from 'kysely'
import { hasRight, publicName } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'

const facesMax = 3
/** A teammate as customers see them. */
export interface TeamFace {
  name: string
  /** Id of the picture. */
  avatar: string | null
}

/**
 * The members who can reply: first those who are online and available, then the most recently active. The order
 * doesn't say which of them are online.
 */
export function listTeamFaces({ db, presence }: Context, integration_id: string): Promise<TeamFace[]> {
  const online_ids = presence.members(`presence-integration.${integration_id}`)
  return db
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .where('member.integration_id', '=', integration_id)
    .where(hasRight('conversations.answer'))
    .select([publicName.as('name'), 'avatar_id as avatar'])
    .orderBy(sql`availability = 'online' and member.user_id = any(${online_ids}::uuid[])`, 'desc')
    .orderBy(sql`(select max(last_seen_at) from session where session.user_id = member.user_id)`, (order) =>
      order.desc().nullsLast(),
    )
    .orderBy('member.user_id')
    .limit(facesMax)
    .execute()
}
