import { lazy } from 'react'

export { useTeamReplies } from './data.ts'
export type { ReplyListHandle } from './reply-list.tsx'
/** Fetched when something is first looked for. */
export const ReplyList = lazy(async () => ({ default: (await import('./reply-list.tsx')).ReplyList }))
