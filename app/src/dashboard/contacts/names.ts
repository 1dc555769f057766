import type { BuiltInColumn, Contact } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'
import { isOriginName, originTitle } from '#dashboard/contact-origin'

const tailChars = 4
/** What the team calls somebody: their name, else their address, else the end of their id. */
export const contactName = ({ id, name, email }: Pick<Contact, 'id' | 'name' | 'email'>, t: Translate) =>
  name ?? email ?? t('contacts.visitor', { tail: id.slice(-tailChars) })

export const kindTones = { visitor: 'neutral', lead: 'primary', user: 'success' } as const

/** What the head of a column says. */
export const columnTitle = (name: BuiltInColumn, t: Translate) =>
  isOriginName(name) ? originTitle(name, t) : t(`contacts.column_${name}`)
