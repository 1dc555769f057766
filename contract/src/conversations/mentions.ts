import { defineEvent } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import { normalizeText } from '../filters/normalize-text.ts'
import type * as schema from './mentions.schema.ts'

/** A member who can be mentioned by name, or by address if two members have the same name. */
export interface Mentionable {
  user_id: string
  name: string
  email: string
}
const isWordChar = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}_]/u.test(char)

/**
 * Finds the members a note mentions: for each `@` at the start of a word, the longest name or address that
 * follows, ignoring case and diacritics. If two members have the same name, both are mentioned.
 * @returns ids in the order of their mentions, without duplicates
 */
export function mentionsIn(body: string, members: readonly Mentionable[]): string[] {
  const text = normalizeText(body)
  const labels = members.flatMap(({ user_id, name, email }) =>
    [name, email].filter(Boolean).map((label) => ({ user_id, label: normalizeText(label) })),
  )
  const mentions = [...text.matchAll(/@/g)].flatMap(({ index }) => {
    if (isWordChar(text[index - 1])) return []
    const rest = text.slice(index + 1)
    const matchingLabels = labels.filter(
      ({ label }) => rest.startsWith(label) && !isWordChar(rest[label.length]),
    )
    const longest = Math.max(0, ...matchingLabels.map(({ label }) => label.length))
    return matchingLabels.filter(({ label }) => label.length === longest).map(({ user_id }) => user_id)
  })
  return [...new Set(mentions)]
}

/** Sent to every member of the workspace when a note mentions members. */
export const membersMentioned = defineEvent<typeof schema.membersMentioned>()(
  'MembersMentioned',
  workspaceChannel,
)
