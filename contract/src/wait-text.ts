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

/** Rounded up, so that no one returns too early. */
function roundedWait(seconds: number): [number, Unit] {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 60) return [Math.ceil(seconds), 'second']
  if (minutes < 60) return [minutes, 'minute']
  return [Math.ceil(minutes / 60), 'hour']
}

/** A wait in seconds below a minute, in minutes below an hour, else in hours. */
export function waitText(locale: Locale, seconds: number): string {
  const [n, unit] = roundedWait(seconds)
  const words = units[locale][unit]
  return `${n} ${words[new Intl.PluralRules(intlLocales[locale]).select(n)] ?? words.other ?? ''}`
}
