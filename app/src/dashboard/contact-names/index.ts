import { contactName as nameOf } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'

interface Named {
  id: string
  name: string | null
  email: string | null
}
/** The display name of a contact on every screen: name, else email, else a handle such as `Visitor 47e2`. */
export const contactName = (contact: Named, t: Translate): string =>
  nameOf(contact, (handle) => t('contacts.visitor', { handle }))

/** The row with the contact's current name and email; the same object if unchanged. */
export function withContactName<Row extends { contact: Named | null }>(row: Row, contact: Named): Row {
  const { contact: before } = row
  if (!before || before.id !== contact.id) return row
  if (before.name === contact.name && before.email === contact.email) return row
  return { ...row, contact: { ...before, name: contact.name, email: contact.email } }
}
