/*
 * Spreadsheets evaluate cells that look like formulas, and programs split at different separators: with `;`,
 * as in Slovak, the text `Ann;=1+1` becomes two cells. So an apostrophe, which makes a cell text, is inserted
 * before every formula at the start of a value and after each possible separator. Existing apostrophes are
 * counted in, so that values round-trip.
 */
const atStart = /^([ "]*'*)(?=[=+\-@\t\r\n＝＋－＠])/
const afterSeparator = /([;|\t])([ "]*'*)(?=[=+\-@\t\r\n＝＋－＠])|([\r\n])([ "]*'*)(?=[=+\-@＝＋－＠])/g
const escapedAtStart = /^([ "]*'*)'(?=[=+\-@\t\r\n＝＋－＠])/
const escapedAfterSeparator =
  /([;|\t])([ "]*'*)'(?=[=+\-@\t\r\n＝＋－＠])|([\r\n])([ "]*'*)'(?=[=+\-@＝＋－＠])/g

/** Escapes everything a spreadsheet would evaluate. */
export const escapeFormulas = (text: string): string =>
  text.replace(afterSeparator, "$1$2$3$4'").replace(atStart, "$1'")

/** Reverses `escapeFormulas`. */
export const unescapeFormulas = (text: string): string =>
  text.replace(escapedAtStart, '$1').replace(escapedAfterSeparator, '$1$2$3$4')

/** One cell in RFC 4180 format; always quoted, so that every program finds the same cells. */
function cell(value: string | number | null): string {
  const text = typeof value === 'string' ? escapeFormulas(value) : String(value ?? '')
  return `"${text.replaceAll('"', '""')}"`
}
/** One row including the line break. */
export const csvLine = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`
/** The header row. Starts with a byte order mark, without which spreadsheets misread non-ASCII letters. */
export const csvStart = (columns: readonly string[]) => `\ufeff${csvLine(columns)}`
