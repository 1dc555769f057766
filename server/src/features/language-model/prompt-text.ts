import type { Locale } from '@ozvi/contract'

/** Names of languages in prompts. */
export const promptLanguages: Record<Locale, string> = { en: 'English', sk: 'Slovak' }

/** Text inside a tag of the prompt can't close it. */
export const inTag = (text: string) => text.replace(/[<>]/g, (bracket) => (bracket === '<' ? '‹' : '›'))
