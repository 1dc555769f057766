/** Begins what a spreadsheet would calculate; an apostrophe before it makes it text. */
const formula = /^[=+\-@\t\r]/
/** One cell as RFC 4180 writes it. */
function cell(value: string | number | null): string {
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
/** One row, with its end. */
export const csvLine = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`
/**
 * The row of names. Before it stands a byte order mark, without which spreadsheets take other letters than
 * English ones for something else.
 */
export const csvStart = (columns: readonly string[]) => `\ufeff${csvLine(columns)}`
