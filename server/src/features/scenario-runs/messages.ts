import { isLiveRun, type RunInput } from '@ozvi/contract/scenario-engine'
import { intentOf } from '#features/assistant'
import {
  answerMessage,
  findConversation,
  lockConversation,
  releaseFromScenario,
} from '#features/conversations'
import { findLiveRun, isHandled, type RunKey, type RunRow } from '#features/scenarios'
import type { Context, Tx } from '#platform/context/context.ts'
import { advanceRun, startMatching } from './advance.ts'
import * as store from './store.ts'

const wantsPerson = (text: string) => intentOf(text) === 'person'

/** A chosen button of the current step, or a text. */
async function inputOf(
  tx: Tx,
  run: RunRow,
  { body: text, details: { button_id, reply_to } }: store.CustomerMessage,
): Promise<RunInput> {
  const mark = button_id && reply_to ? await store.findMark(tx, run, reply_to) : undefined
  // A button of an earlier step is a text.
  if (button_id && mark?.run_id === run.id && mark.step_id === run.state.step_id)
    return { kind: 'button', step_id: mark.step_id, button_id }
  return { kind: 'message', text, wants_person: wantsPerson(text) }
}

const batch = 20
/** Advances the run by each message that it hasn't handled, in order. */
async function advanceByMessages(ctx: Context, tx: Tx, run: RunRow): Promise<void> {
  let current = run
  for (const message of await store.listCustomerMessages(tx, run, run.last_seq, batch)) {
    if (!isLiveRun(current)) return
    const input = await inputOf(tx, current, message)
    current = await advanceRun(ctx, tx, current, input, { last_seq: message.seq })
  }
}

/**
 * Handles a customer's message: continues the live run, or starts the first scenario that it starts. Otherwise
 * the assistant answers it, or it waits for the team. Handling it again changes nothing.
 */
export const handleMessage = (ctx: Context, { seq, ...key }: RunKey & { seq: number }): Promise<void> =>
  ctx.transaction(async (tx) => {
    if (!(await lockConversation(tx, key))) return
    const row = await findConversation(tx, key)
    const message = await store.findCustomerMessage(tx, key, seq)
    if (!row || !message || row.status === 'spam' || row.handler === 'team') return
    if (await isHandled(tx, key, seq)) return
    const run = await findLiveRun(tx, key)
    if (run && run.status !== 'paused') return advanceByMessages(ctx, tx, run)
    const { body: text, visitor_prev } = message
    const isStarted =
      !run &&
      (await startMatching(ctx, tx, key, {
        triggers: ['conversation_started', 'message', 'outside_hours'],
        event: { kind: 'message', text, is_first: visitor_prev === 0 },
        last_seq: seq,
        text,
        wants_person: wantsPerson(text),
      }))
    if (isStarted) return
    await releaseFromScenario(ctx, tx, key)
    const handler = (await findConversation(tx, key))?.handler
    if (handler === 'assistant') await tx.enqueue(answerMessage, { ...key, seq })
  })

/** Starts a scenario for a question that the assistant can't answer. @returns whether one was started */
export const startUnanswered = (
  ctx: Context,
  { seq, text, ...key }: RunKey & { seq: number; text: string },
): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    if (!(await lockConversation(tx, key))) return false
    const row = await findConversation(tx, key)
    if (row?.handler !== 'assistant' || row.status === 'spam') return false
    if ((await findLiveRun(tx, key)) || (await isHandled(tx, key, seq))) return false
    const event = { kind: 'not_answered' } as const
    return startMatching(ctx, tx, key, {
      triggers: ['not_answered'],
      event,
      last_seq: seq,
      text,
      wants_person: false,
    })
  })
