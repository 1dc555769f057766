import { lazy } from 'react'

/** Loaded on first use, with the emoji data. */
export const EmojiList = lazy(async () => ({ default: (await import('./emoji-list.tsx')).EmojiList }))
export const EmojiPicker = lazy(async () => ({ default: (await import('./emoji-picker.tsx')).EmojiPicker }))
