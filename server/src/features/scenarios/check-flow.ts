import { type Flow, Problem } from '@ozvi/contract'
import { blocksPublishing, findProblems, problemErrors, urlsOf } from '@ozvi/contract/scenario-checks'
import type { Context, Db } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { type Key, listReferences } from './store.ts'
import { hasRoomFor } from './widget-triggers.ts'

/** URLs that the server never sends requests to. Placeholders are allowed in the path only. */
export const blockedUrlsOf = (ctx: Context, flow: Pick<Flow, 'steps'>): string[] =>
  [...new Set(urlsOf(flow))].filter((url) => ctx.egress.staticUrlProblem(url) === 'blocked')

/** @throws Problem `invalid_input` with everything that keeps the flow from being published */
export async function checkFlow(ctx: Context, db: Db, key: Key, flow: Flow): Promise<void> {
  const { integration_id } = key
  const references = await listReferences(db, integration_id)
  const known = { ...references, blocked_urls: new Set(blockedUrlsOf(ctx, flow)) }
  const problems = findProblems(flow, known).filter(blocksPublishing)
  if (problems.length > 0) throw new Problem('invalid_input', problemErrors(problems))
  if (!(await hasRoomFor(db, key, flow.trigger))) throw validationError('flow.trigger', 'page_triggers_full')
}
