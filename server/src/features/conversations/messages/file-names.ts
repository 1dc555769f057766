import type { Message } from '@ozvi/contract'

const charsMax = 140
/** What stands where words would, when a message is files alone; empty without files. */
export const fileNames = (attachments: Message['attachments']): string =>
  attachments.length > 0 ? `📎 ${attachments.map(({ name }) => name).join(', ')}`.slice(0, charsMax) : ''
