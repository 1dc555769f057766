import type * as z from 'zod/mini'
import type { StepAnswer } from '#features/assistant'
import { postAnswerWithTx } from '#features/conversations'
import type { Context } from '#platform/context/context.ts'
import { derivedId } from '#platform/secrets/derived-id.ts'
import { continueRun, isAwaiting } from './continue-run.ts'
import { appendFailedStep, sourceOf } from './run-events.ts'
import type { askAssistantJob } from './jobs.ts'

export type AnswerStep = (
  ctx: Context,
  question: { integration_id: string; conversation_id: string; id: string; text: string | null },
) => Promise<StepAnswer>

/** The run can go on without an answer, so a failing assistant doesn't stop it. */
const attemptsMax = 3

async function tryAnswer(
  ctx: Context,
  answer: AnswerStep,
  question: Parameters<AnswerStep>[1],
  attempt: number,
): Promise<StepAnswer> {
  try {
    return await answer(ctx, question)
  } catch (error) {
    if (attempt < attemptsMax) throw error
    ctx.log.error({ err: error, conversation_id: question.conversation_id }, 'scenarios: no answer')
    return { outcome: 'not_found', failure: 'assistant_failed' }
  }
}

/** Posts the assistant's answer and continues the run. A teammate who took over is left alone. */
export async function askForStep(
  ctx: Context,
  answer: AnswerStep,
  { key, text, ...run }: z.output<typeof askAssistantJob.data>,
  attempt: number,
): Promise<void> {
  const { integration_id, conversation_id } = run
  const conversationKey = { integration_id, conversation_id }
  const result = await tryAnswer(ctx, answer, { ...conversationKey, id: derivedId(key), text }, attempt)
  await continueRun(ctx, run, async (tx, current) => {
    if (!isAwaiting(current, 'assistant', key)) return undefined
    if (result.answer && current.status !== 'paused') {
      const scenario = sourceOf(current, current.state.step_id)
      const answer = { ...result.answer, details: { ...result.answer.details, scenario } }
      await postAnswerWithTx(ctx, tx, conversationKey, answer, {})
    }
    if (result.failure) await appendFailedStep(ctx, tx, current, current.state.step_id, result.failure)
    return { kind: 'assistant_result', outcome: result.outcome, key }
  })
}
