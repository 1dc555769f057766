/** Texts on the customer's page; the panel has its own. */
const messages = {
  en: {
    open: 'Open chat',
    close: 'Close chat',
    panel: 'Chat with {0}',
    unread: { one: '{0} unread message', few: '', other: '{0} unread messages' },
  },
  sk: {
    open: 'Otvoriť chat',
    close: 'Zavrieť chat',
    panel: 'Chat s {0}',
    unread: {
      one: '{0} neprečítaná správa',
      few: '{0} neprečítané správy',
      other: '{0} neprečítaných správ',
    },
  },
}
export type EmbedLocale = keyof typeof messages
export const isKnownLocale = (locale: string): locale is EmbedLocale => Object.hasOwn(messages, locale)

export function labels(locale: EmbedLocale, name: string) {
  const { open, close, panel, unread } = messages[locale]
  const plural = new Intl.PluralRules(locale)
  return {
    panel: panel.replace('{0}', name),
    launcher(is_open: boolean, count: number) {
      if (is_open) return close
      if (count === 0) return open
      const form = plural.select(count)
      const text = unread[form === 'one' || form === 'few' ? form : 'other'] || unread.other
      return `${open}, ${text.replace('{0}', String(count))}`
    },
  }
}
