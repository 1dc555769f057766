import { type CustomRoleOfMember, type Right, rights } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/context/context.ts'
import type { Audience } from '#platform/realtime/index.ts'

/** In a query of `member` or `invitation`: the custom role, with the rights that it withholds. */
export const customRoleOf = (table: 'member' | 'invitation') =>
  sql<CustomRoleOfMember | null>`(
    select json_build_object('id', custom_role.id, 'name', custom_role.name, 'withheld', custom_role.withheld)
    from custom_role where custom_role.integration_id = ${sql.ref(`${table}.integration_id`)}
      and custom_role.id = ${sql.ref(`${table}.custom_role_id`)})`.as('custom_role')

/** In a query of `member`: whether they have a right, as `can` says. */
export const hasRight = (right: Right) => sql<boolean>`(
  member.role in (${sql.join(rights[right].map((role) => sql.lit(role)))})
  and not exists (select from custom_role
    where custom_role.integration_id = member.integration_id and custom_role.id = member.custom_role_id
      and ${sql.lit(right)} = any(custom_role.withheld)))`

/** Of an event: the members who have a right. */
export async function audienceWith(db: Db, integration_id: string, right: Right): Promise<Audience> {
  const members = await db
    .selectFrom('member')
    .where('integration_id', '=', integration_id)
    .where(hasRight(right))
    .select('user_id')
    .execute()
  return { only: members.map(({ user_id }) => user_id) }
}
