import { randomUUID } from 'node:crypto'
import { Problem, type ScenarioTrigger } from '@ozvi/contract'
import { advance, createRunState, isLiveRun, type RunInput } from '@ozvi/contract/scenario-engine'
import { isDue, startsOn, type TriggerEvent } from '@ozvi/contract/scenario-triggers'
import {
  type Actor,
  findConversation,
  giveToScenario,
  handOverWithTx,
  lockConversation,
  releaseFromScenario,
  setStatusWithTx,
} from '#features/conversations'
import {
  insertRun,
  listPublished,
  type PublishedScenario,
  type RunKey,
  type RunRow,
  saveRun,
} from '#features/scenarios'
import type { Context, Tx } from '#platform/context/context.ts'
import { createTurns } from '#platform/turns.ts'
import { actorOf, appendFailedStep, appendRunEvent } from './run-events.ts'
import { reportDeletedConditions } from './deleted-conditions.ts'
import { applyEffect } from './effects.ts'
import { readSetting } from './run-context.ts'
import { findLastStart, lockStarts } from './store.ts'

/*
 * Advances runs. The caller holds the lock of the conversation, so the state of a run and what it does in the
 * product change in one transaction: exactly once, however often a job repeats.
 */

/** How many scenarios can start one another without waiting. */
const chainMax = 5

/** Inputs that don't come from the customer. */
const ownInputs: readonly RunInput['kind'][] = [
  'started',
  'timer',
  'assistant_result',
  'http_result',
  'member_replied',
  'resumed',
  'ended',
]

/** Inputs that continue what started the run. Others come from people, who end a chain of rules. */
const causedInputs: readonly RunInput['kind'][] = ['started', 'timer', 'assistant_result', 'http_result']
const causedBy = (run: RunRow, caused_by: RunRow['caused_by']): Actor | undefined =>
  caused_by ? { ...actorOf(run), caused_by } : undefined

/** Hands over a conversation whose next scenario was deleted or is no longer published. */
async function passToTeam(ctx: Context, tx: Tx, run: RunRow, step_id: string | null): Promise<void> {
  const { integration_id, conversation_id } = run
  await appendFailedStep(ctx, tx, run, step_id, 'scenario_unknown')
  await handOverWithTx(ctx, tx, { integration_id, conversation_id }, { reason: 'error' })
}

export async function advanceRun(
  ctx: Context,
  tx: Tx,
  run: RunRow,
  input: RunInput,
  { last_seq = run.last_seq, chain = 1, by }: { last_seq?: number; chain?: number; by?: Actor } = {},
): Promise<RunRow> {
  const { integration_id, conversation_id } = run
  const key = { integration_id, conversation_id }
  const setting = await readSetting(ctx, tx, key, run.id)
  if (!setting) return run
  const { state, effects, step_ids } = advance(run.flow, run.state, input, setting.context)
  const is_engaged = run.is_engaged || !ownInputs.includes(input.kind)
  const caused_by = causedInputs.includes(input.kind) ? run.caused_by : null
  const saved = await saveRun(ctx, tx, run, state, { last_seq, is_engaged, caused_by })
  let next_id: string | undefined
  let next_step_id: string | null = null
  for (const [nth, effect] of effects.entries())
    if (effect.kind === 'run_scenario') {
      next_id = effect.scenario_id
      next_step_id = step_ids[nth] ?? null
    } else {
      const { conversation } = setting
      const step_id = step_ids[nth] ?? null
      const target = { run: saved, conversation, step_id, caused_by: caused_by ?? undefined }
      await applyEffect(ctx, tx, target, effect)
    }
  // After what the run said before it came to the branch.
  await reportDeletedConditions(ctx, tx, saved, run.state, state)
  if (isLiveRun(state)) return saved
  await appendRunEvent(
    ctx,
    tx,
    saved,
    { event: 'scenario_ended', run_status: state.status },
    by ?? causedBy(saved, caused_by),
  )
  const [next] =
    next_id !== undefined && chain < chainMax
      ? await listPublished(tx, integration_id, { scenario_id: next_id })
      : []
  const { returns_to_team } = run
  if (next)
    await startRun(ctx, tx, key, next, {
      last_seq,
      chain: chain + 1,
      returns_to_team,
      by: causedBy(saved, caused_by),
    })
  else {
    if (next_id !== undefined && chain < chainMax) await passToTeam(ctx, tx, saved, next_step_id)
    await releaseFromScenario(ctx, tx, key, returns_to_team)
  }
  return saved
}

/** A customer would not see a reply in a conversation that is resolved or snoozed. */
async function reopen(
  ctx: Context,
  tx: Tx,
  key: RunKey,
  row: Awaited<ReturnType<typeof findConversation>>,
  name: string,
): Promise<void> {
  if (row?.status !== 'resolved' && row?.status !== 'snoozed') return
  const actor = { integration_id: key.integration_id, user_id: null, name }
  await setStatusWithTx(ctx, tx, actor, { ...key, status: 'open' })
}

/** Starts a run and gives the conversation to it; one that is over is reopened. The team gets back what it had. */
export async function startRun(
  ctx: Context,
  tx: Tx,
  key: RunKey,
  scenario: PublishedScenario,
  {
    last_seq,
    chain = 1,
    by,
    returns_to_team: isForTeam,
    ...started
  }: {
    last_seq: number
    chain?: number
    /** Of the run before, in a chain. Otherwise the team gets the conversation back if it has it now. */
    returns_to_team?: boolean
    by?: Actor | undefined
    text?: string
    wants_person?: boolean
  },
): Promise<RunRow> {
  const row = await findConversation(tx, key)
  const returns_to_team = isForTeam ?? row?.handler === 'team'
  await reopen(ctx, tx, key, row, scenario.name)
  await giveToScenario(ctx, tx, key)
  const id = randomUUID()
  const state = createRunState()
  // Stored, so that a rule isn't triggered by what it caused, even after a wait.
  const caused_by = by?.caused_by ? { rules: [...by.caused_by.rules], depth: by.caused_by.depth } : null
  const run = await insertRun(ctx, tx, key, scenario, { id, state, last_seq, returns_to_team, caused_by })
  await appendRunEvent(ctx, tx, run, { event: 'scenario_started' }, by)
  return advanceRun(ctx, tx, run, { kind: 'started', ...started }, { chain })
}

/** Whether a scenario can start for a person now. Serializes its starts for them if it has a frequency. */
async function isDueFor(
  ctx: Context,
  tx: Tx,
  { id: scenario_id, flow: { trigger } }: PublishedScenario,
  person: { integration_id: string; contact_id: string },
): Promise<boolean> {
  if (trigger.kind === 'manual' || (trigger.frequency ?? 'always') === 'always') return true
  const key = { ...person, scenario_id }
  await lockStarts(tx, key)
  return isDue(trigger, await findLastStart(tx, key), ctx.now())
}

/** Starts the first published scenario that an event starts. @returns its run, if there is one */
export async function startMatching(
  ctx: Context,
  tx: Tx,
  key: RunKey,
  {
    triggers,
    event,
    ...started
  }: {
    triggers: readonly ScenarioTrigger['kind'][]
    event: TriggerEvent
    last_seq: number
    text?: string
    wants_person?: boolean
  },
): Promise<RunRow | undefined> {
  const scenarios = await listPublished(tx, key.integration_id, { triggers })
  const setting = scenarios.length > 0 ? await readSetting(ctx, tx, key, '') : undefined
  if (!setting) return undefined
  const person = { integration_id: key.integration_id, contact_id: setting.conversation.contact.id }
  const takeTurns = createTurns()
  for (const scenario of scenarios) {
    await takeTurns()
    if (startsOn(scenario.flow, event, setting.context) && (await isDueFor(ctx, tx, scenario, person)))
      return startRun(ctx, tx, key, scenario, started)
  }
  return undefined
}

/** @throws Problem `not_found` if the conversation doesn't exist or was merged */
export async function lockOrThrow(tx: Tx, key: RunKey): Promise<void> {
  if (!(await lockConversation(tx, key))) throw new Problem('not_found')
}
