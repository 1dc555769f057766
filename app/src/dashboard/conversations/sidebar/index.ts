export { InboxNav } from './inbox-nav.tsx'
export { UnreadBadge } from './unread-badge.tsx'
export { sidebarQueries } from './queries.ts'
