export { DueBadge } from './due-badge.tsx'
export { InactivitySettings } from './inactivity-settings.tsx'
