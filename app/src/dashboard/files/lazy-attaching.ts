import { lazyModule } from '#ui/lazy-modules.ts'

/** Preloaded on good connections, so that files can be attached offline. */
export const attaching = lazyModule(() => import('./attaching.ts'))
