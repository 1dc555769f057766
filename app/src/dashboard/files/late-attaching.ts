import { late } from '#ui/late-modules.ts'

/** Preloaded on good connections, so that files can be attached offline. */
export const attaching = late(() => import('./attaching.ts'))
