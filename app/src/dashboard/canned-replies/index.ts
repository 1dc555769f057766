import { lazy } from 'react'

export { useTeamReplies } from './data.ts'
/** Fetched when something is first looked for. */
export const ReplyList = lazy(async () => ({ default: (await import('./reply-list.tsx')).ReplyList }))
