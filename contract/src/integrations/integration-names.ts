/** Shorter ids are placeholders in addresses, never workspaces. The server doesn't activate them either. */
export const integrationIdCharsMin = 5

/** The first word of the name, or the part of the email before the `@`. */
export function agentName(user: { name: string; email: string }): string {
  return user.name.trim().split(/\s+/)[0] || (user.email.split('@')[0] ?? '')
}

const adjectives = [
  'Bright',
  'Calm',
  'Friendly',
  'Golden',
  'Happy',
  'Lively',
  'Nimble',
  'Quiet',
  'Sunny',
  'Warm',
]
const nouns = [
  'Bridge',
  'Corner',
  'Garden',
  'Harbour',
  'Lantern',
  'Meadow',
  'Orchard',
  'River',
  'Studio',
  'Workshop',
]
/** Of a name or an email address in a suggestion: with a suffix the name stays within the limit of workspaces. */
const ownCharsMax = 40
const suffixes = ['Support', 'Chat', 'Desk', 'Help', 'Team']

/** Shortens a name without splitting a surrogate pair. */
const cutWord = (word: string) =>
  word.length <= ownCharsMax ? word : word.slice(0, ownCharsMax).replace(/[\ud800-\udbff]$/, '')

/**
 * Suggests five names for a workspace: two from the person, three from word lists.
 * @param random numbers in [0, 1), such as `Math.random`; passed in so that tests are repeatable
 */
export function candidateNames(user: { name: string; email: string }, random: () => number): string[] {
  const pick = (words: string[]) => words[Math.floor(random() * words.length)] ?? ''
  const own = cutWord(agentName(user))
  const names = new Set<string>()
  // A random comparator would give other names in another engine, and the browser has to render what the server
  // did.
  const first = Math.floor(random() * suffixes.length)
  const second = first + 1 + Math.floor(random() * (suffixes.length - 1))
  if (own)
    for (const index of [first, second])
      names.add(`${own.charAt(0).toUpperCase()}${own.slice(1)} ${suffixes[index % suffixes.length]}`)
  while (names.size < 5) names.add(`${pick(adjectives)} ${pick(nouns)}`)
  return [...names]
}
