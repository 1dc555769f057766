import type { AppFeature } from '../../app-feature.ts'

/** Opened from the dashboard. */
export const reportEmails = { pages: [], lazyMessages: ['report-emails'] } as const satisfies AppFeature
