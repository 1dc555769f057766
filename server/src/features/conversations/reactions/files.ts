import { linkToMessage } from '#features/files'
import { reaction } from './reaction.ts'

export const files = reaction({
  name: 'files',
  when: ({ message }) => message.attachments.length > 0,
  async run(_ctx, tx, { message }) {
    await linkToMessage(
      tx,
      message,
      message.attachments.map(({ id }) => id),
    )
  },
})
