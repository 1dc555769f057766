import type { Messages } from './messages/en.ts'

export type MessageKey = keyof Messages
const day_ms = 86_400_000

/** The frame's messages with their locale's number and date formats. */
export function createTranslator(locale: string, messages: Messages) {
  const plural = new Intl.PluralRules(locale)
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' })
  const dayOfYear = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
  // A newer server can send values that this page has no text for.
  const fill = (text: string | undefined, values: (string | number)[]) =>
    text?.replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)] ?? '')) ?? ''
  const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString()

  return {
    t: (key: MessageKey, ...values: (string | number)[]) => fill(messages[key], values),
    /** Selects a plural form: `one|other` or, in Slovak, `one|few|other`. */
    count(key: MessageKey, number: number) {
      const forms = messages[key].split('|')
      const at = { one: 0, few: 1 }[plural.select(number) as string] ?? forms.length - 1
      return fill(forms[Math.min(at, forms.length - 1)] ?? '', [number])
    },
    size(bytes: number) {
      const unit = bytes < 1_000_000 ? 0 : 1
      return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: unit ? 'megabyte' : 'kilobyte',
        maximumFractionDigits: unit,
      }).format(bytes && Math.max(1, bytes / 1000 ** (unit + 1)))
    },
    time: (iso: string) => clock.format(new Date(iso)),
    date: (iso: string) => date.format(new Date(iso)),
    day(iso: string) {
      const then = new Date(iso)
      if (isSameDay(then, new Date())) return messages.today
      if (isSameDay(then, new Date(Date.now() - day_ms))) return messages.yesterday
      return dayOfYear.format(then)
    },
    /** The time if today, otherwise the date: for lists. */
    when: (iso: string) => (isSameDay(new Date(iso), new Date()) ? clock : shortDay).format(new Date(iso)),
  }
}
export type Translator = ReturnType<typeof createTranslator>
