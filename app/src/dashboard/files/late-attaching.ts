import { late } from '#ui/late-modules.ts'

/** Fetched ahead where the line allows it, so that a file can be attached when there is none. */
export const attaching = late(() => import('./attaching.ts'))
