import { keepReadUpTo } from '../reading/read-store.ts'
import { reaction } from './reaction.ts'

/** Events don't make a conversation unread, except the end of a snooze. */
export const readState = reaction({
  name: 'read state',
  when: ({ entry: { kind, details } }) => kind === 'event' && details?.event !== 'unsnoozed',
  async run(_ctx, tx, { key, message }) {
    await keepReadUpTo(tx, key, message.seq)
  },
})
