import { contactName, type Locale } from '@ozvi/contract'

const visitor: Record<Locale, (handle: string) => string> = {
  en: (handle) => `Visitor ${handle}`,
  sk: (handle) => `Návštevník ${handle}`,
}
/** The name shown for a contact in emails, push notifications and files. */
export const displayName = (contact: Parameters<typeof contactName>[0], locale: Locale): string =>
  contactName(contact, visitor[locale])
