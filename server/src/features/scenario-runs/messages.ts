import {
  answerMessageJob,
  findConversation,
  lockConversation,
  releaseFromScenario,
} from '#features/conversations'
import { findLiveRun, isHandled, type RunKey, type RunRow } from '#features/scenarios'
import type { Context, Tx } from '#platform/context/context.ts'
import { startMatching } from './advance.ts'
import { advanceByMessages, handleWaiting, wantsPerson } from './continue-run.ts'
import * as store from './store.ts'

/** How many messages are tried that came before. */
const earlierMax = 20

/** Starts the first published scenario that a customer's message starts. @returns its run, if there is one */
const startOnMessage = (
  ctx: Context,
  tx: Tx,
  key: RunKey,
  { seq, body: text, visitor_prev }: store.CustomerMessage,
): Promise<RunRow | undefined> =>
  startMatching(ctx, tx, key, {
    triggers: ['conversation_started', 'message', 'outside_hours'],
    event: { kind: 'message', text, is_first: visitor_prev === 0 },
    last_seq: seq,
    text,
    wants_person: wantsPerson(text),
  })

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
    if (!run) {
      // After a crash, the job of a later message can come before that of the first.
      const isUndecided = row.handler === 'scenario'
      const earlier = isUndecided ? await store.listCustomerMessages(tx, key, 0, earlierMax) : []
      for (const each of [...earlier.filter((one) => one.seq < seq), message]) {
        const started = await startOnMessage(ctx, tx, key, each)
        if (started && each !== message) await handleWaiting(ctx, tx, started)
        if (started) return
      }
    }
    await releaseFromScenario(ctx, tx, key)
    const handler = (await findConversation(tx, key))?.handler
    if (handler === 'assistant') await tx.enqueue(answerMessageJob, { ...key, seq })
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
    const run = await startMatching(ctx, tx, key, {
      triggers: ['not_answered'],
      event,
      last_seq: seq,
      text,
      wants_person: false,
    })
    return run !== undefined
  })
