import { normalizeText } from '../filters/normalize-text.ts'

/** Distinguishes contacts without a name or an email: the end of their id. */
export const contactHandle = (contact_id: string): string => contact_id.slice(-4)

interface Named {
  id: string
  name: string | null
  email: string | null
}
/**
 * The display name of a contact: the name, else the email, else the handle.
 * @param visitor formats the handle, such as `Visitor 47e2`
 */
export const contactName = ({ id, name, email }: Named, visitor: (handle: string) => string): string =>
  name || email || visitor(contactHandle(id))

const shownHandle = /^(?:visitor|navstevnik) ([0-9a-f]{4})$/
/** Turns a search for a displayed handle, such as `Visitor 47e2`, into one for the handle itself. */
export const searchedHandle = (search: string): string =>
  shownHandle.exec(normalizeText(search).trim())?.[1] ?? search
