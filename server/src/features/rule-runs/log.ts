import { type Input, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import { findRule } from '#features/rules'
import type { Context } from '#platform/context/context.ts'
import { cursorOf, pageOf, readCursor } from '#platform/http/cursor.ts'
import * as store from './store.ts'

/** Newest first; `next` is the cursor of the following page. */
export async function listRuleRuns(
  ctx: Context,
  { integration_id }: MemberActor,
  { rule_id, cursor, limit }: Input<typeof contract.listRuleRuns>,
) {
  const after = readCursor(cursor)
  const key = { integration_id, rule_id }
  if (!(await findRule(ctx.db, key))) throw new Problem('not_found')
  return pageOf(await store.listRuns(ctx.db, key, { after, limit: limit + 1 }), limit, cursorOf)
}

export const getRuleStats = (ctx: Context, { integration_id }: MemberActor) =>
  store.countRuns(ctx.db, integration_id)
