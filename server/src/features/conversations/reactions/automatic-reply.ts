import { continueScenarioJob, isAwaiting } from '#features/scenarios'
import { answerMessageJob } from '../assistant/answer-job.ts'
import { reaction } from './reaction.ts'

/** Queues the reply of a scenario or the assistant to a customer's message, unless the team handles it. */
export const automaticReply = reaction<boolean>({
  name: 'automatic reply',
  read: ({ key, entry: { author, kind } }) =>
    author === 'contact' && kind === 'text' ? isAwaiting(key.integration_id) : undefined,
  when: ({ entry: { author, kind }, conversation: { handler, status } }) =>
    author === 'contact' && kind === 'text' && handler !== 'team' && status !== 'spam',
  async run(_ctx, tx, { key, conversation, message: { seq } }, isAwaited) {
    const job = isAwaited || conversation.handler === 'scenario' ? continueScenarioJob : answerMessageJob
    await tx.enqueue(job, { ...key, seq })
  },
})
