import {
  type Input,
  type Locale,
  Problem,
  type ScenarioBubble,
  type VisitorConversation,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { toPlainText, truncate } from '@ozvi/contract/plain-text'
import { advance, type RunContext } from '@ozvi/contract/scenario-engine'
import { isDue, isPageTrigger, type PageTrigger, startsOn } from '@ozvi/contract/scenario-triggers'
import { dayAt, isOpenAt } from '@ozvi/contract/opening-intervals'
import { lockHome, type VisitorActor } from '#features/contacts'
import {
  findConversation,
  getOwnConversation,
  startForScenario,
  toVisitorConversation,
} from '#features/conversations'
import { findHours } from '#features/hours'
import { listPublished, type PublishedScenario } from '#features/scenarios'
import type { Context, Db } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { startRun } from './advance.ts'
import * as store from './store.ts'

/* Scenarios that start on a page. What the browser says is checked again: page, audience and frequency. */

const emptyContact = { name: null, email: null, phone: null, company: null }

async function contextOf(
  ctx: Context,
  db: Db,
  {
    integration_id,
    contact_id,
    locale,
    page,
  }: {
    integration_id: string
    /** Null: nothing is known of the visitor yet. */
    contact_id: string | null
    locale: Locale
    page: string
  },
): Promise<RunContext> {
  const contact = contact_id === null ? undefined : await store.findContact(db, integration_id, contact_id)
  const hours = await findHours(db, integration_id)
  return {
    run_id: '',
    now: isoNow(ctx),
    locale,
    page,
    is_open: !hours.is_on || isOpenAt(hours, ctx.now()),
    today: dayAt(hours, ctx.now()),
    contact: contact ?? emptyContact,
    conversation: { priority: 'none', tag: [], team: null },
  }
}
async function findOnPage(
  db: Db,
  integration_id: string,
  scenario_id: string,
): Promise<(PublishedScenario & { trigger: PageTrigger }) | undefined> {
  const [scenario] = await listPublished(db, integration_id, { scenario_id })
  const trigger = scenario?.flow.trigger
  return scenario && trigger && isPageTrigger(trigger) ? { ...scenario, trigger } : undefined
}

const bubbleCharsMax = 300
/** How a scenario begins, for a visitor of whom nothing is known; undefined if it doesn't start. */
export async function readBubble(
  ctx: Context,
  of: { integration_id: string; scenario_id: string; locale: Locale; page: string },
): Promise<ScenarioBubble | undefined> {
  const scenario = await findOnPage(ctx.db, of.integration_id, of.scenario_id)
  if (!scenario) return undefined
  const context = await contextOf(ctx, ctx.db, { ...of, contact_id: null })
  if (!startsOn(scenario.flow, { kind: 'page' }, context)) return undefined
  const { effects } = advance(scenario.flow, null, { kind: 'started' }, context)
  const sent = effects.find((effect) => effect.kind === 'send')
  return sent && { text: truncate(toPlainText(sent.text), bubbleCharsMax), buttons: sent.buttons }
}

/**
 * Starts a scenario in a new conversation.
 *
 * @returns the conversation; null if the scenario doesn't start
 * @throws Problem `not_found` if the conversation is someone else's
 */
export const startVisitorScenario = (
  ctx: Context,
  visitor: VisitorActor,
  input: Input<typeof contract.startVisitorScenario>,
): Promise<VisitorConversation | null> =>
  ctx.transaction(async (tx) => {
    const { integration_id, is_test } = visitor
    const { conversation_id, scenario_id, locale, page, is_automatic } = input
    const key = { integration_id, conversation_id }
    // The first steps may set the contact's email.
    const home = await lockHome(tx, visitor.token_hash, { changesToken: true })
    // Serializes this person's starts, so that the frequency holds.
    await store.lockContact(tx, home)
    if (await findConversation(tx, key))
      return toVisitorConversation(await getOwnConversation(tx, visitor, conversation_id))
    if (await store.isIdTaken(tx, conversation_id)) throw new Problem('not_found')
    const { contact_id } = home
    const scenario = await findOnPage(tx, integration_id, scenario_id)
    if (!scenario) return null
    if (is_automatic && (await store.hasOpenConversation(tx, home))) return null
    const last = await store.findLastStart(tx, { integration_id, contact_id, scenario_id })
    if (!isDue(scenario.trigger, last, ctx.now())) return null
    const context = await contextOf(ctx, tx, { integration_id, contact_id, locale, page: page.url })
    if (!startsOn(scenario.flow, { kind: 'page' }, context)) return null
    if (!(await startForScenario(ctx, tx, home, { conversation_id, locale, page, is_test })))
      throw new Problem('not_found')
    await startRun(ctx, tx, key, scenario, { last_seq: 0 })
    const row = await findConversation(tx, key)
    return row ? toVisitorConversation(row) : null
  })
