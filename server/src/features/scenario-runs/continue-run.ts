import { isLiveRun, type RunInput } from '@ozvi/contract/scenario-engine'
import { intentOf } from '#features/assistant'
import { lockConversation } from '#features/conversations'
import { continueScenarioJob, findLiveRun, type RunKey, type RunRow } from '#features/scenarios'
import type { Context, Tx } from '#platform/context/context.ts'
import { advanceRun } from './advance.ts'
import * as store from './store.ts'

/* Continues runs with customers' messages and with results of other servers. */

export const wantsPerson = (text: string) => intentOf(text) === 'person'

/** Returns a message as the run's input: a button or a form of the current step, otherwise a text. */
async function inputOf(
  tx: Tx,
  run: RunRow,
  { body: text, attachments, details: { button_id, form_values, reply_to } }: store.CustomerMessage,
): Promise<RunInput> {
  const mark = (button_id || form_values) && reply_to ? await store.findMark(tx, run, reply_to) : undefined
  // Buttons and forms of earlier steps count as text.
  if (mark?.run_id === run.id && mark.step_id === run.state.step_id) {
    const { step_id } = mark
    if (form_values) return { kind: 'form', step_id, values: form_values }
    if (button_id) return { kind: 'button', step_id, button_id }
  }
  const files = attachments.map(({ name }) => name)
  return { kind: 'message', text, files, wants_person: wantsPerson(text) }
}

/** Whether the run still waits for this answer of the assistant or another server. */
export const isAwaiting = ({ id, state }: RunRow, awaiting: 'assistant' | 'http', key: string): boolean =>
  state.awaiting === awaiting && key === `${id}:${state.step_id}:${state.visits[state.step_id ?? '']}`

/** Messages wait while the run waits for the assistant or another server. */
const isBusy = ({ state }: RunRow) => state.awaiting === 'assistant' || state.awaiting === 'http'

const batch = 20
/** Advances the run by each message that it hasn't handled, in order. Requests for a person don't wait. */
export async function advanceByMessages(ctx: Context, tx: Tx, run: RunRow): Promise<RunRow> {
  let current = run
  for (const message of await store.listCustomerMessages(tx, run, run.last_seq, batch)) {
    if (!isLiveRun(current)) break
    const input = await inputOf(tx, current, message)
    if (isBusy(current) && !(input.kind === 'message' && input.wants_person)) continue
    current = await advanceRun(ctx, tx, current, input, { last_seq: message.seq })
  }
  return current
}

/** Handles messages that arrived while the run was busy. If it has ended, a job passes them to the next run. */
export async function handleWaiting(ctx: Context, tx: Tx, run: RunRow): Promise<void> {
  if (run.status === 'paused') return
  const now = isLiveRun(run) ? await advanceByMessages(ctx, tx, run) : run
  if (isLiveRun(now)) return
  const last = (await store.listCustomerMessages(tx, now, now.last_seq, batch)).at(-1)
  const { integration_id, conversation_id } = now
  if (last) await tx.enqueue(continueScenarioJob, { integration_id, conversation_id, seq: last.seq })
}

/**
 * Advances a run, if it is still the conversation's live one, and then handles the messages that waited.
 *
 * @param input returns the input for the locked run; undefined if the run no longer waits for it
 */
export const continueRun = (
  ctx: Context,
  { run_id, integration_id, conversation_id }: RunKey & { run_id: string },
  input: (tx: Tx, run: RunRow) => RunInput | undefined | Promise<RunInput | undefined>,
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const key = { integration_id, conversation_id }
    if (!(await lockConversation(tx, key))) return
    const run = await findLiveRun(tx, key)
    const runInput = run?.id === run_id ? await input(tx, run) : undefined
    if (run && runInput) await handleWaiting(ctx, tx, await advanceRun(ctx, tx, run, runInput))
  })
