import { type Input, isId, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import { findRule } from '#features/rules'
import type { Context } from '#platform/context/context.ts'
import * as store from './store.ts'

function positionOf(cursor: string | undefined): store.Position | undefined {
  if (cursor === undefined) return undefined
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('|')
  if (Number.isNaN(Date.parse(at)) || !isId(id))
    throw new Problem('invalid_input', { cursor: ['cursor_invalid'] })
  return { at, id }
}

/** Newest first; `next` is the cursor of the following page. */
export async function listRuleRuns(
  ctx: Context,
  { integration_id }: MemberActor,
  { rule_id, cursor, limit }: Input<typeof contract.listRuleRuns>,
) {
  const after = positionOf(cursor)
  const key = { integration_id, rule_id }
  if (!(await findRule(ctx.db, key))) throw new Problem('not_found')
  const items = await store.listRuns(ctx.db, key, { after, limit: limit + 1 })
  const last = items[limit - 1]
  return {
    items: items.slice(0, limit),
    next: items.length > limit && last ? Buffer.from(`${last.at}|${last.id}`).toString('base64url') : null,
  }
}

export const getRuleStats = (ctx: Context, { integration_id }: MemberActor) =>
  store.countRuns(ctx.db, integration_id)
