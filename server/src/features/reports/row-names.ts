import type { Breakdown } from '@ozvi/contract'
import type { Db } from '#platform/context/context.ts'

/** Names of teams, members or tags by id; of other rows none. */
export async function listRowNames(
  db: Db,
  integration_id: string,
  by: Breakdown,
): Promise<ReadonlyMap<string, string>> {
  if (by === 'team' || by === 'tag') {
    const rows = await db
      .selectFrom(by)
      .where('integration_id', '=', integration_id)
      .select(['id', 'name'])
      .execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  if (by !== 'member') return new Map()
  const members = await db
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .where('member.integration_id', '=', integration_id)
    .select(['app_user.id', 'app_user.name'])
    .execute()
  return new Map(members.map(({ id, name }) => [id, name]))
}
