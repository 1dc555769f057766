const units = ['kilobyte', 'megabyte'] as const

/** A localized file size such as `1.4 MB`; at least 1 kB, which is 1000 bytes. */
export function fileSize(locale: string, bytes: number): string {
  const place = bytes < 1_000_000 ? 0 : 1
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[place],
    unitDisplay: 'short',
    maximumFractionDigits: place,
  }).format(Math.max(1, bytes / 1000 ** (place + 1)))
}
