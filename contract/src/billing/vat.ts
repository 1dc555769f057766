/** The format of VAT IDs after the country's prefix. Greece uses `EL`. */
const formats: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}
export const vatResults = ['pending', 'valid', 'invalid', 'unavailable'] as const

const prefixOf = (country: string) => (country === 'GR' ? 'EL' : country)
const countryOf = (prefix: string) => (prefix === 'EL' ? 'GR' : prefix)

/** Without spaces, dots and hyphens, in capitals. */
export const normalizeVatId = (text: string): string => text.replace(/[\s.-]/g, '').toUpperCase()

/**
 * @param vat_id normalized; empty is allowed
 * @returns the error code; undefined if it is valid for an address in `country`
 */
export function vatProblem(
  country: string,
  vat_id: string,
): 'vat_invalid' | 'vat_country' | 'vat_outside' | undefined {
  if (vat_id === '') return undefined
  const format = formats[country]
  if (!format) return 'vat_outside'
  const prefixCountry = countryOf(vat_id.slice(0, 2))
  if (prefixCountry !== country && formats[prefixCountry]) return 'vat_country'
  return vat_id.startsWith(prefixOf(country)) && format.test(vat_id.slice(2)) ? undefined : 'vat_invalid'
}
