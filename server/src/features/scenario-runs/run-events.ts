import { type FailedStepReason, failedStepReasons, type Message, type Problem } from '@ozvi/contract'
import { type Actor, appendEvent } from '#features/conversations'
import type { RunRow } from '#features/scenarios'
import type { Context, Tx } from '#platform/context/context.ts'

/** The scenario and step that a message or an event comes from. @param step_id null: no certain step */
export function sourceOf(
  { id: run_id, scenario_id, scenario_name, flow: { steps } }: RunRow,
  step_id: string | null,
): NonNullable<Message['details']['scenario']> {
  const index = steps.findIndex(({ id }) => id === step_id)
  const step = steps[index]
  return {
    id: scenario_id,
    name: scenario_name,
    run_id,
    step_id: step_id ?? '',
    ...(step ? { step_number: index + 1, step_title: step.title } : {}),
  }
}
export const actorOf = (run: RunRow): Actor => ({
  user_id: null,
  name: run.scenario_name,
  scenario: sourceOf(run, null),
})

/** Adds what happened to a run to the thread, for the team only. */
export async function appendRunEvent(
  ctx: Context,
  tx: Tx,
  run: RunRow,
  details: Message['details'],
  by: Actor | undefined,
): Promise<void> {
  const { integration_id, conversation_id } = run
  const event = { ...details, scenario: sourceOf(run, null) }
  await appendEvent(ctx, tx, { integration_id, conversation_id }, { by: by ?? actorOf(run), details: event })
}

/** What a step refers to that no longer exists; undefined if it was rejected for something else. */
export const reasonOf = ({ errors = {} }: Problem): FailedStepReason | undefined =>
  failedStepReasons.find((reason) => Object.values(errors).flat().includes(reason))

/** Tells the team that a step couldn't do its work. */
export async function appendFailedStep(
  ctx: Context,
  tx: Tx,
  run: RunRow,
  step_id: string | null,
  reason: FailedStepReason | undefined,
): Promise<void> {
  const { integration_id, conversation_id } = run
  const by = { ...actorOf(run), scenario: sourceOf(run, step_id) }
  const key = { integration_id, conversation_id }
  const details = {
    event: 'scenario_step_failed' as const,
    ...(reason ? { failed_step_reason: reason } : {}),
  }
  await appendEvent(ctx, tx, key, { by, details })
}
