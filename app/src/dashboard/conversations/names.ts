import type { Conversation } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'

/** What the team calls the customer of a conversation: their name, else their address, else a number. */
export const customerName = ({ contact, number }: Pick<Conversation, 'contact' | 'number'>, t: Translate) =>
  contact.name ?? contact.email ?? t('conversations.visitor', { number })
