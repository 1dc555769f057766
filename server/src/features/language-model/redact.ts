const LOCAL = /[\p{L}\p{N}._%+-]/u
const DOMAIN = /[\p{L}\p{N}.-]/u

/** What personal data is replaced with, by its kind. */
type Replace = (kind: string, original: string) => string

/** Replaces email addresses, found around each `@` in linear time. */
function replaceEmails(text: string, replace: Replace): string {
  let redacted = ''
  let done = 0
  for (let index = text.indexOf('@'); index >= 0; index = text.indexOf('@', index + 1)) {
    let start = index
    while (start > done && LOCAL.test(text.charAt(start - 1))) start--
    let end = index + 1
    while (end < text.length && DOMAIN.test(text.charAt(end))) end++
    // A full stop after the address ends the sentence.
    while (end > index + 1 && /[.-]/.test(text.charAt(end - 1))) end--
    if (start === index || end === index + 1) continue
    redacted += text.slice(done, start) + replace('email', text.slice(start, end))
    done = end
  }
  return redacted + text.slice(done)
}

/** Replaces links with parameters, which may hold tokens. */
const replaceLinks = (text: string, replace: Replace) =>
  text.replace(/\S+/g, (token) => {
    const start = token.search(/https?:\/\//i)
    return start >= 0 && /[?#]/.test(token.slice(start))
      ? token.slice(0, start) + replace('link', token.slice(start))
      : token
  })

const numbers: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g, 'IBAN'],
  [/\b(?:\d[ -]?){12,18}\d\b/g, 'card number'],
  [/\b\d{6}\/\d{3,4}\b/g, 'ID number'],
  [/(?<![\p{L}\d])(?:\+|00)?\d(?:[ ()/.-]?\d){7,14}(?!\d)/gu, 'phone'],
]

const replacePersonalData = (text: string, replace: Replace): string =>
  numbers.reduce(
    (replaced, [pattern, kind]) => replaced.replace(pattern, (original) => replace(kind, original)),
    replaceEmails(replaceLinks(text, replace), replace),
  )

/**
 * Replaces email addresses, phone, card, account and ID numbers, and links with parameters, before a text is sent to a
 * language model.
 */
export const redact = (text: string): string => replacePersonalData(text, (kind) => `[${kind}]`)

/**
 * Redacts a text that the language model rewrites, with a number for each replacement.
 *
 * @returns the text, and a function that puts the originals back into the model's reply
 */
export function redactReversibly(text: string): { text: string; restore: (reply: string) => string } {
  const originals: string[] = []
  const redacted = replacePersonalData(
    text,
    (kind, original) => `[${kind} ${String(originals.push(original))}]`,
  )
  return {
    text: redacted,
    restore: (reply) =>
      reply.replace(
        /\[(?:email|link|IBAN|card number|ID number|phone) (\d{1,4})\]/g,
        (mark, number: string) => originals[Number(number) - 1] ?? mark,
      ),
  }
}
