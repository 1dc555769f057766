export { openBlockDialog, openBlockManyDialog } from './block-dialog.tsx'
export { BlockedBanner } from './blocked-banner.tsx'
