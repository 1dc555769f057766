export { onlineVisitorsQuery, useIsOnline } from './query.ts'
export { useOnlineVisitors } from './use-online-visitors.ts'
export { WatchVisitors } from './watch-visitors.tsx'
