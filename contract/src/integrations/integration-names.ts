/** Shorter ids are placeholders in addresses, never workspaces. The server doesn't activate them either. */
export const integrationIdCharsMin = 5

/** The first word of the name, or the part of the email before the `@`. */
export function agentName(user: { name: string; email: string }): string {
  return user.name.trim().split(/\s+/)[0] || (user.email.split('@')[0] ?? '')
}

/** Of a name or an email address in a suggestion: with a suffix the name stays within the limit of workspaces. */
const ownCharsMax = 40

/** Shortens a name without splitting a surrogate pair. */
const cutWord = (word: string) =>
  word.length <= ownCharsMax ? word : word.slice(0, ownCharsMax).replace(/[\ud800-\udbff]$/, '')

/** The messages that names are made of. */
type NameWords = (
  key: `integrations.names_${'own' | 'own_words' | 'adjectives' | 'nouns'}`,
  values?: Record<string, string>,
) => string

/**
 * Suggests five names for a workspace in the reader's language: two from the person, three from word lists.
 * @param random numbers in [0, 1), such as `Math.random`; passed in so that tests are repeatable
 */
export function candidateNames(
  user: { name: string; email: string },
  random: () => number,
  t: NameWords,
): string[] {
  const words = t('integrations.names_own_words').split(', ')
  const adjectives = t('integrations.names_adjectives').split(', ')
  const nouns = t('integrations.names_nouns').split(', ')
  const pick = (list: string[]) => list[Math.floor(random() * list.length)] ?? ''
  const own = cutWord(agentName(user))
  const names = new Set<string>()
  // A random comparator would give other names in another engine, and the browser has to render what the server
  // did.
  const first = Math.floor(random() * words.length)
  const second = first + 1 + Math.floor(random() * (words.length - 1))
  if (own)
    for (const index of [first, second])
      names.add(
        t('integrations.names_own', {
          name: `${own.charAt(0).toUpperCase()}${own.slice(1)}`,
          word: words[index % words.length] ?? '',
        }),
      )
  while (names.size < 5) names.add(`${pick(adjectives)} ${pick(nouns)}`)
  return [...names]
}
