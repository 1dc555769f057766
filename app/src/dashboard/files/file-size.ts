const units = ['kilobyte', 'megabyte'] as const

/** A localized file size such as `1.4 MB`; at least 1 kB, which is 1000 bytes. */
export function fileSize(locale: string, bytes: number): string {
  const unit = bytes < 1_000_000 ? 0 : 1
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[unit],
    unitDisplay: 'short',
    maximumFractionDigits: unit,
  }).format(Math.max(1, bytes / 1000 ** (unit + 1)))
}
