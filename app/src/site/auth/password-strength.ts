import { passwordCharsMin } from '@ozvi/contract'

export type Strength = 'short' | 'weak' | 'fair' | 'strong'
/**
 * A rough rating of how hard a password is to guess: mostly its length, then its variety. Only a hint while
 * typing; the server decides what is rejected.
 */
export function passwordStrength(password: string): Strength {
  const characters = [...password]
  if (characters.length < passwordCharsMin) return 'short'
  const different = new Set(characters).size
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) =>
    kind.test(password),
  ).length
  const score = Math.min(different, 16) + kinds * 2 + (characters.length >= 16 ? 4 : 0)
  if (different < 5 || score < 14) return 'weak'
  return score < 20 ? 'fair' : 'strong'
}
