import { type Flow, Problem } from '@ozvi/contract'
import {
  blocksPublishing,
  findProblems,
  type FlowProblem,
  problemErrors,
} from '@ozvi/contract/scenario-checks'
import type { Context, Db } from '#platform/context/context.ts'
import { type Key, listReferences } from './store.ts'
import { hasRoomFor } from './widget-triggers.ts'

/** Addresses that the server never sends requests to. A placeholder may stand in the path only. */
function findBlockedUrls(ctx: Context, { steps }: Flow): FlowProblem[] {
  const isBlocked = (url: string) => ctx.egress.staticUrlProblem(url) === 'blocked'
  return steps.flatMap((step): FlowProblem[] => {
    const step_id = step.id
    if (step.kind === 'http_request')
      return isBlocked(step.url) ? [{ code: 'url_blocked', step_id, path: 'url' }] : []
    if (step.kind !== 'cards') return []
    return step.cards.flatMap(({ buttons }, position) =>
      buttons.flatMap(({ action, url }, index): FlowProblem[] =>
        action === 'link' && isBlocked(url)
          ? [{ code: 'link_invalid', step_id, path: `cards.${position}.buttons.${index}.url` }]
          : [],
      ),
    )
  })
}

/** @throws Problem `invalid_input` with everything that keeps the flow from being published */
export async function checkFlow(ctx: Context, db: Db, key: Key, flow: Flow): Promise<void> {
  const { integration_id } = key
  const known = await listReferences(db, integration_id)
  const problems = findProblems(flow, known).filter(blocksPublishing)
  const all = problems.length > 0 ? problems : findBlockedUrls(ctx, flow)
  if (all.length > 0) throw new Problem('invalid_input', problemErrors(all))
  if (!(await hasRoomFor(db, key, flow.trigger)))
    throw new Problem('invalid_input', { 'flow.trigger': ['page_triggers_full'] })
}
