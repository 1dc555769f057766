/*
 * Settings that reduce the server's memory; see decision 049. The Dockerfile repeats them.
 */

/** Options of Node. The default, 16 MB for each thread, is hardly faster. */
export const serverFlags = ['--max-semi-space-size=4']

/** Make the memory allocator of Linux (glibc) return freed memory to the system. Other systems ignore them. */
export const serverEnvironment = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' }
