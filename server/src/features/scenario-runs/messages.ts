import {
  answerMessage,
  findConversation,
  lockConversation,
  releaseFromScenario,
} from '#features/conversations'
import { findLiveRun, isHandled, type RunKey } from '#features/scenarios'
import type { Context } from '#platform/context/context.ts'
import { startMatching } from './advance.ts'
import { advanceByMessages, wantsPerson } from './continue-run.ts'
import * as store from './store.ts'

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
    if (run && run.status !== 'paused') return void (await advanceByMessages(ctx, tx, run))
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
