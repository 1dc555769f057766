import { lazy } from 'react'

export { tagsOf, useTags, useTagsQuery } from './data.ts'
export { TagChips } from './tag-chips.tsx'
export { TagDots } from './tag-dots.tsx'
/** Loaded on first use. */
export const TagPicker = lazy(async () => ({ default: (await import('./tag-picker.tsx')).TagPicker }))
