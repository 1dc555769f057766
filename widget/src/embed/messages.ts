/** Texts on the customer's page; the panel has its own. */
const messages = {
  en: { open: 'Open chat', close: 'Close chat', panel: 'Chat with ', unread: 'unread messages' },
  sk: { open: 'Otvoriť chat', close: 'Zavrieť chat', panel: 'Chat – ', unread: 'neprečítané správy' },
}
export type EmbedLocale = keyof typeof messages
export const isKnownLocale = (locale: string): locale is EmbedLocale => Object.hasOwn(messages, locale)

export function labels(locale: EmbedLocale, name: string) {
  const { open, close, panel, unread } = messages[locale]
  return {
    panel: panel + name,
    /** @param text of the launcher, if it has one; its name begins with it */
    launcher(is_open: boolean, count: number, text: string) {
      if (is_open) return close
      return (text || open) + (count ? `, ${unread}: ${count}` : '')
    },
  }
}
