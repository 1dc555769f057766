import type { ContactAcquisition } from '@ozvi/contract'

/** Returns the first name whose pattern matches. */
const first = <N extends string>(text: string, signs: Record<N, RegExp>): N | null => {
  // The keys of a record are its names.
  for (const [name, sign] of Object.entries(signs) as [N, RegExp][]) if (sign.test(text)) return name
  return null
}

/** Browser, system and device type from the user agent. The full string isn't stored. */
export function deviceOf(
  user_agent: string | undefined,
): Pick<ContactAcquisition, 'browser' | 'operating_system' | 'device'> {
  const text = user_agent ?? ''
  const operating_system = first(text, {
    Android: /Android/,
    iOS: /iPhone|iPad/,
    Windows: /Windows/,
    macOS: /Mac OS X/,
    Linux: /Linux/,
  })
  return {
    browser: first(text, {
      Edge: /Edg\//,
      Firefox: /Firefox\/|FxiOS\//,
      Chrome: /Chrom(e|ium)\/|CriOS\//,
      Safari: /Safari\//,
    }),
    operating_system,
    // Android phones contain `Mobile`, tablets don't.
    device: first(text, {
      tablet: text.includes('Mobile') ? /iPad/ : /iPad|Android/,
      mobile: /iPhone|Android/,
      desktop: /Windows|Mac OS X|Linux/,
    }),
  }
}

/** Browser and system in one line. */
export function browserOf(user_agent: string | undefined): string | null {
  const { browser, operating_system } = deviceOf(user_agent)
  return [browser, operating_system].filter(Boolean).join(' · ') || null
}
