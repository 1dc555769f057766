/**
 * Settings that reduce the server's memory: they make the allocator of Linux (glibc) return freed memory to the system.
 * Other systems ignore them. See decision 049; the Dockerfile repeats them.
 */
export const serverEnvironment = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' }
