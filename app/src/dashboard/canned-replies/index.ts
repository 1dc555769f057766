import { lazy } from 'react'

export { useTeamReplies } from './data.ts'
export { KeepItem } from './keep-item.tsx'
/** Fetched when something that was written is to be kept. */
export const NewReply = lazy(async () => ({ default: (await import('./new-reply.tsx')).NewReply }))
/** Fetched when something is first looked for. */
export const ReplyList = lazy(async () => ({ default: (await import('./reply-list.tsx')).ReplyList }))
