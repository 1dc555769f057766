import { type Departure, Problem } from '@ozvi/contract'
import { countOwned } from '#features/contacts'
import { findMember, type MemberActor } from '#features/integrations'
import { listAssigning } from '#features/macros'
import { listNaming } from '#features/rules'
import type { Context } from '#platform/context.ts'

const named = (list: readonly { id: string; name: string }[]) => list.map(({ id, name }) => ({ id, name }))

/** What is to be known before somebody goes. */
export async function getDeparture(
  ctx: Context,
  { integration_id }: MemberActor,
  { user_id }: { user_id: string },
): Promise<Departure> {
  if (!(await findMember(ctx.db, integration_id, user_id))) throw new Problem('not_found')
  const [contacts, rules, macros] = await Promise.all([
    countOwned(ctx.db, { integration_id, user_id }),
    listNaming(ctx.db, integration_id, user_id),
    listAssigning(ctx.db, integration_id, user_id),
  ])
  return { contacts, rules: named(rules), macros: named(macros) }
}
export const getOwnDeparture = (ctx: Context, actor: MemberActor) => getDeparture(ctx, actor, actor)
