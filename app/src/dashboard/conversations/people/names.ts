import type { Conversation } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'
import { contactName } from '#dashboard/contact-names'

/** The display name of a conversation's customer. */
export const customerName = ({ contact }: Pick<Conversation, 'contact'>, t: Translate) =>
  contactName(contact, t)
