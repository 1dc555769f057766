const charsMax = 60
/** Anything an email client might turn into a link: a scheme, or a dot followed by a letter, mark or digit. */
const link = /:\/\/|[.。][\p{L}\p{M}\p{N}]/u
/** Also variation selectors and fillers, which could stand between a dot and a letter. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Anything but letters, digits, spaces, and punctuation used in names. */
const unusual = /[^\p{L}\p{M}\p{N} '’.,&()+-]/gu

const strip = (name: string): string =>
  name
    .replace(invisible, '')
    .split(/\s+/)
    .filter((word) => !link.test(word))
    .join(' ')
    .replace(unusual, '')
    .trim()

/**
 * Makes a user-chosen name safe for an email: no links, line breaks or control characters, at most 60
 * characters. Removing one part can join two others into a link, so it is repeated until nothing changes.
 *
 * @returns the empty string if nothing is left
 */
export function plainName(name: string): string {
  let before = ''
  let after = name.normalize('NFKC').slice(0, 2 * charsMax)
  // Each iteration shortens the text, so this ends.
  while (after !== before) [before, after] = [after, strip(after)]
  return after.slice(0, charsMax).trim()
}
