import type { Locale } from './fields.ts'
import { intlLocales } from './intl-locales.ts'

type Unit = 'second' | 'minute' | 'hour'
/** As they follow “in” and “o”; Slovak needs the accusative there, which `Intl` doesn't have. */
const units: Record<Locale, Record<Unit, Partial<Record<Intl.LDMLPluralRule, string>>>> = {
  en: {
    second: { one: 'second', other: 'seconds' },
    minute: { one: 'minute', other: 'minutes' },
    hour: { one: 'hour', other: 'hours' },
  },
  sk: {
    second: { one: 'sekundu', few: 'sekundy', other: 'sekúnd' },
    minute: { one: 'minútu', few: 'minúty', other: 'minút' },
    hour: { one: 'hodinu', few: 'hodiny', other: 'hodín' },
  },
}

/** A wait in seconds below a minute, in minutes below an hour, else in hours; rounded up, so no one returns too early. */
export function waitText(locale: Locale, seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const [n, unit]: [number, Unit] =
    seconds < 60
      ? [Math.ceil(seconds), 'second']
      : minutes < 60
        ? [minutes, 'minute']
        : [Math.ceil(minutes / 60), 'hour']
  const words = units[locale][unit]
  return `${n} ${words[new Intl.PluralRules(intlLocales[locale]).select(n)] ?? words.other ?? ''}`
}
