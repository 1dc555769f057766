import { mentionsIn } from '@ozvi/contract'
import { sql } from 'kysely'
import { listMemberNames, type MemberActor } from '#features/integrations'
import type { Db } from '#platform/context/context.ts'
import type { Changes } from '../record/store.ts'

/** Members mentioned in a note, without its author. */
export async function mentionedBy(
  db: Db,
  actor: Pick<MemberActor, 'integration_id' | 'user_id'>,
  body: string,
): Promise<string[]> {
  if (!body.includes('@')) return []
  const ids = mentionsIn(body, await listMemberNames(db, actor.integration_id))
  return ids.filter((id) => id !== actor.user_id)
}

/** Adds the ids to the mentioned members, without duplicates. */
export const withMentioned = (ids: readonly string[]): Changes =>
  ids.length === 0
    ? {}
    : {
        mentioned_ids: sql<
          string[]
        >`(select array_agg(distinct id) from unnest(conversation.mentioned_ids || ${ids}::uuid[]) as id)`,
      }
