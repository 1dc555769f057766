const units = ['byte', 'kilobyte', 'megabyte'] as const

/** A number of bytes in words of the locale, such as `1.4 MB`; one kB is 1000 bytes. */
export function fileSize(locale: string, bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: power === 2 ? 1 : 0,
  }).format(bytes / 1000 ** power)
}
