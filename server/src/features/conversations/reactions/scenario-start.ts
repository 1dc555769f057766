import {
  type AwaitedSilence,
  silenceTriggers,
  startOnRatingJob,
  startOnSilenceJob,
} from '#features/scenarios'
import type { Proposed } from '../messages/entry.ts'
import { reaction } from './reaction.ts'

/** What a scenario can wait for after an entry. Its own messages, and ratings that it asked for, start no other one. */
function awaitedAfter({
  entry: { author, kind, details, is_visible },
}: Proposed): AwaitedSilence['kind'] | undefined {
  if (author === 'contact' && kind === 'rating') return details?.scenario ? undefined : 'rating_received'
  if (!is_visible || (kind !== 'text' && kind !== 'answer')) return undefined
  if (author === 'contact') return 'team_silent'
  return author === 'member' || author === 'assistant' ? 'customer_silent' : undefined
}

/** Queues scenarios that start after a rating, or if no one replies to a message for some time. */
export const scenarioStart = reaction<AwaitedSilence[]>({
  name: 'scenario start',
  read(proposed) {
    const kind = awaitedAfter(proposed)
    return kind && silenceTriggers(proposed.key.integration_id, kind)
  },
  when: (stored) => awaitedAfter(stored) !== undefined && stored.conversation.status !== 'spam',
  async run(_ctx, tx, { key, entry, message: { seq } }, awaited = []) {
    for (const { kind, minutes } of awaited)
      if (kind === 'rating_received')
        await tx.enqueue(startOnRatingJob, { ...key, seq, score: entry.details?.score ?? 0 })
      else if (minutes !== null) {
        const side = kind === 'team_silent' ? 'team' : 'customer'
        await tx.enqueue(startOnSilenceJob, { ...key, seq, side, minutes }, { start_after_s: minutes * 60 })
      }
  },
})
