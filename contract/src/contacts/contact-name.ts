import { normalizeText } from '../filters/normalize-text.ts'

/** Sets contacts without a name or an email apart: the end of their id. */
export const contactHandle = (contact_id: string): string => contact_id.slice(-4)

interface Named {
  id: string
  name: string | null
  email: string | null
}
/**
 * What the team calls a contact: the name, else the email, else their handle.
 *
 * @param visitor puts the handle into words, such as `Visitor 47e2`
 */
export const contactName = ({ id, name, email }: Named, visitor: (handle: string) => string): string =>
  name || email || visitor(contactHandle(id))

const shownHandle = /^(?:visitor|navstevnik) ([0-9a-f]{4})$/
/** A search for a contact's handle the way it is shown, `Visitor 47e2`, as a search for the handle. */
export const searchedHandle = (search: string): string =>
  shownHandle.exec(normalizeText(search).trim())?.[1] ?? search
