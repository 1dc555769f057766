import { contactName, type Locale } from '@ozvi/contract'

const visitor: Record<Locale, (handle: string) => string> = {
  en: (handle) => `Visitor ${handle}`,
  sk: (handle) => `Návštevník ${handle}`,
}
/** What the team calls a contact, where the app isn't there to say it: in emails, push notifications and files. */
export const displayName = (contact: Parameters<typeof contactName>[0], locale: Locale): string =>
  contactName(contact, visitor[locale])
