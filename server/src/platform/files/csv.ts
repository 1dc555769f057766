/*
 * Spreadsheets calculate cells that start like a formula, and programs differ in what separates cells: where `;`
 * does, as in Slovak, the text `Ann;=1+1` becomes two of them. So an apostrophe, which makes a cell text, goes before
 * every formula at the start of a value and after each character at which a program may split it. Apostrophes that
 * are there already are counted in, so that a value comes back as it was.
 */
const atStart = /^([ "]*'*)(?=[=+\-@\t\r\n＝＋－＠])/
const afterSeparator = /([;|\t])([ "]*'*)(?=[=+\-@\t\r\n＝＋－＠])|([\r\n])([ "]*'*)(?=[=+\-@＝＋－＠])/g
const escapedAtStart = /^([ "]*'*)'(?=[=+\-@\t\r\n＝＋－＠])/
const escapedAfterSeparator =
  /([;|\t])([ "]*'*)'(?=[=+\-@\t\r\n＝＋－＠])|([\r\n])([ "]*'*)'(?=[=+\-@＝＋－＠])/g

/** Puts an apostrophe before everything that a spreadsheet would calculate. */
export const escapeFormulas = (text: string): string =>
  text.replace(afterSeparator, "$1$2$3$4'").replace(atStart, "$1'")

/** Reverses `escapeFormulas`. */
export const unescapeFormulas = (text: string): string =>
  text.replace(escapedAtStart, '$1').replace(escapedAfterSeparator, '$1$2$3$4')

/** One cell as RFC 4180 writes it; always quoted, so that every program finds the same cells. */
function cell(value: string | number | null): string {
  const text = typeof value === 'string' ? escapeFormulas(value) : String(value ?? '')
  return `"${text.replaceAll('"', '""')}"`
}
/** One row, with its end. */
export const csvLine = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`
/**
 * The row of column names. It starts with a byte order mark, without which spreadsheets misread letters other than
 * English ones.
 */
export const csvStart = (columns: readonly string[]) => `\ufeff${csvLine(columns)}`
