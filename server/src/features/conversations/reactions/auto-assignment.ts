import { queueAutoAssignment } from '#features/teams'
import { reaction } from './reaction.ts'

/** Triggers auto-assignment when a conversation may be waiting for it or a member may have free capacity. */
export const autoAssignment = reaction({
  name: 'auto-assignment',
  when({ conversation: { team_id, assignee_id, status, handler }, changes }) {
    const isWaiting = team_id !== null && assignee_id === null && status === 'open' && handler === 'team'
    const isDone = 'status' in changes && status !== 'open' && status !== 'waiting'
    return isWaiting || isDone || 'assignee_id' in changes || 'handler' in changes
  },
  run: (_ctx, tx, { key }) => queueAutoAssignment(tx, key.integration_id),
})
