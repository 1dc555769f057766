import type { Message } from '@ozvi/contract'

const charsMax = 140
/** The text shown for a message that has only files; empty without files. */
export const fileNames = (attachments: Message['attachments']): string =>
  attachments.length > 0 ? `📎 ${attachments.map(({ name }) => name).join(', ')}`.slice(0, charsMax) : ''
