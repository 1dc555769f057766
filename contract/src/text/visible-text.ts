/** Also the blank Braille pattern, and control characters. */
const invisible = /^[\s\u2800\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u
/** Whether a text has a visible character. Zero-width spaces, for example, are none. */
export const hasVisibleText = (text: string): boolean => !invisible.test(text)

/** They would reverse the text after a name. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g
/** A name on one line, without controls of the writing direction; empty if nothing of it is visible. */
export function cleanName(name: string): string {
  const line = name
    .replace(bidiControls, '')
    .replace(/[\t-\r \u0085\u2028\u2029]+/g, ' ')
    .trim()
  return hasVisibleText(line) ? line : ''
}
