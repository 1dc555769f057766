/** Initials of the first and last word; at most two, in any script. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  // Words are converted first, because some letters become two: “ß” is “SS”.
  const first = (word = '') => [...word.toUpperCase()][0] ?? ''
  return first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '')
}
