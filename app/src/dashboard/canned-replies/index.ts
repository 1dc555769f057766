import { lazy } from 'react'

export { useTeamReplies } from './data.ts'
export { SaveAsReplyItem } from './save-as-reply-item.tsx'
/** Loaded when a message is saved as a reply. */
export const NewReply = lazy(async () => ({ default: (await import('./new-reply.tsx')).NewReply }))
/** Loaded on first search. */
export const ReplyList = lazy(async () => ({ default: (await import('./reply-list.tsx')).ReplyList }))
