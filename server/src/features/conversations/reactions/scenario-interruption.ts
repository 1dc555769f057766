import { hasLiveRun, interruptRun } from '#features/scenarios'
import type { Proposed, Stored } from '../messages/entry.ts'
import { reaction } from './reaction.ts'

/** What an entry makes of a live run; undefined if the run continues. */
function outcomeOf({ entry: { kind, details }, conversation: { handler, status } }: Stored) {
  if (kind === 'hand_over') return 'handed_over'
  // Merged conversations are resolved as well.
  if (status === 'resolved' || status === 'spam' || details?.event === 'handed_back') return 'ended'
  return handler === 'team' ? 'paused' : undefined
}

const mayInterrupt = ({ changes: { handler, status } }: Proposed) =>
  handler !== undefined || status === 'resolved' || status === 'spam'

/** Pauses the run when a teammate takes the conversation, and ends it when the conversation is over. */
export const scenarioInterruption = reaction<boolean>({
  name: 'scenario interruption',
  read: (proposed) => (mayInterrupt(proposed) ? hasLiveRun : undefined),
  when: mayInterrupt,
  async run(ctx, tx, stored, isLive) {
    const outcome = isLive ? outcomeOf(stored) : undefined
    const run = outcome && (await interruptRun(ctx, tx, stored.key, outcome))
    if (!run) return undefined
    const { id, scenario_id, scenario_name: name, status } = run
    const scenario = { id: scenario_id, name, run_id: id, step_id: '' }
    return {
      by: { user_id: null, name, scenario },
      details:
        status === 'paused' ? { event: 'scenario_paused' } : { event: 'scenario_ended', run_status: status },
    }
  },
})
