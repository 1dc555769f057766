import { lazy } from 'react'

export type { ReplyListHandle } from './reply-list.tsx'
/** Fetched when something is first looked for. */
export const ReplyList = lazy(async () => ({ default: (await import('./reply-list.tsx')).ReplyList }))
