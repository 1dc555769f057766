import { lazy } from 'react'

/** Fetched when they are asked for, with all that is known of emoji. */
export const EmojiList = lazy(async () => ({ default: (await import('./emoji-list.tsx')).EmojiList }))
export const EmojiPicker = lazy(async () => ({ default: (await import('./emoji-picker.tsx')).EmojiPicker }))
