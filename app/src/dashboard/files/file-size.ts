const units = ['kilobyte', 'megabyte'] as const

/** A localized file size such as `1.4 MB`; at least 1 kB (1000 bytes) unless the file is empty. */
export function fileSize(locale: string, bytes: number): string {
  const unit = bytes < 1_000_000 ? 0 : 1
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[unit],
    unitDisplay: 'short',
    maximumFractionDigits: unit,
  }).format(bytes && Math.max(1, bytes / 1000 ** (unit + 1)))
}
