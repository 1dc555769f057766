/** A row of the table. */
export interface Row {
  what: string
  figure: string
  note?: string
  /** Values that README.md and the site may print; their names end with the unit. */
  published?: Record<string, number>
}
export const row = (what: string, figure: string, note?: string, published?: Row['published']): Row => ({
  what,
  figure,
  ...(note ? { note } : {}),
  ...(published ? { published } : {}),
})

/** The rows of one part under its name, in columns. */
export function print(part: string, rows: Row[]) {
  const width = (of: (row: Row) => string) => Math.max(0, ...rows.map((each) => of(each).length))
  const [what_chars, figure_chars] = [width(({ what }) => what), width(({ figure }) => figure)]
  const lines = rows.map(({ what, figure, note = '' }) =>
    `  ${what.padEnd(what_chars)}  ${figure.padStart(figure_chars)}  ${note}`.trimEnd(),
  )
  process.stdout.write(`\n${part}\n${lines.join('\n')}\n`)
}

/** The value below which `share` of the numbers lie; 0 if there are none. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}
export const median = (figures: readonly number[]) => quantile(figures, 0.5)
export const ms = (figure: number) => `${figure.toFixed(figure < 10 ? 1 : 0)} ms`
/** Rounded to one decimal, as printed. */
export const tenths = (figure: number) => Math.round(figure * 10) / 10
export const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`
