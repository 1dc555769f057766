import { contactName as nameOf } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'

interface Named {
  id: string
  name: string | null
  email: string | null
}
/** The one name of a contact on every screen: their name, else their email, else their handle, such as `Visitor 47e2`. */
export const contactName = (contact: Named, t: Translate): string =>
  nameOf(contact, (handle) => t('contacts.visitor', { handle }))

/** The same row with the contact's present name and email; the very same object where nothing of it has changed. */
export function withContactName<Row extends { contact: Named | null }>(row: Row, contact: Named): Row {
  const { contact: before } = row
  if (!before || before.id !== contact.id) return row
  if (before.name === contact.name && before.email === contact.email) return row
  return { ...row, contact: { ...before, name: contact.name, email: contact.email } }
}
