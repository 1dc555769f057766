import { type Offboarding, Problem } from '@ozvi/contract'
import { countPersonalReplies } from '#features/canned-replies'
import { countOwned } from '#features/contacts'
import { countScheduledOf } from '#features/conversations'
import { findMember, type MemberActor } from '#features/integrations'
import { countPersonalMacros, listAssigning } from '#features/macros'
import { listNaming } from '#features/rules'
import { countPersonalViews } from '#features/saved-views'
import type { Context } from '#platform/context/context.ts'

const idsAndNames = (list: readonly { id: string; name: string }[]) =>
  list.map(({ id, name }) => ({ id, name }))

/** What to know before removing a member. */
export async function getOffboarding(
  ctx: Context,
  { integration_id }: MemberActor,
  { user_id }: { user_id: string },
): Promise<Offboarding> {
  if (!(await findMember(ctx.db, integration_id, user_id))) throw new Problem('not_found')
  const theirs = [ctx.db, integration_id, user_id] as const
  const [contacts, rules, macros, scheduled, views, ownMacros, canned_replies] = await Promise.all([
    countOwned(ctx.db, { integration_id, user_id }),
    listNaming(...theirs),
    listAssigning(...theirs),
    countScheduledOf(...theirs),
    countPersonalViews(...theirs),
    countPersonalMacros(...theirs),
    countPersonalReplies(...theirs),
  ])
  return {
    contacts,
    rules: idsAndNames(rules),
    macros: idsAndNames(macros),
    scheduled,
    own: { views: views.conversations, segments: views.contacts, macros: ownMacros, canned_replies },
  }
}
export const getOwnOffboarding = (ctx: Context, actor: MemberActor) => getOffboarding(ctx, actor, actor)
